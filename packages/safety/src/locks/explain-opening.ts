import type { InputOf, OutputOf, grantEndpoints } from '@suoan/contract'
import { decide } from '@suoan/domain/interlock'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import type { Actor, Context } from '@suoan/platform/context'
import { onOneConnection } from '@suoan/platform/db/together'
import { fail, failUnseen } from '@suoan/platform/fail'
import { changesOf, rulesOf } from './decide-opening.ts'
import { loadSnapshot } from './snapshot/load-snapshot.ts'

type Explain = (typeof grantEndpoints)['explain']

/** May he open it, and why not? The very function that decides, over the very snapshot, without a command or a trace. */
export async function explainOpening(
  ctx: Context,
  actor: Actor,
  input: InputOf<Explain>,
): Promise<OutputOf<Explain>> {
  const userId = input.userId ?? actor.userId
  const at = input.at === undefined ? ctx.clock.now() : shanghaiMoment(input.at)
  if (Number.isNaN(at)) throw fail('BAD_INPUT', { detail: '时间不存在，请重新选择' })
  const snapshot = await onOneConnection(ctx.db, (tx) =>
    loadSnapshot(tx, {
      tenantId: actor.tenantId,
      lockId: input.lockId,
      userId,
      sessionId: userId === actor.userId ? actor.sessionId : null,
      workId: input.workId || null,
      action: 'OPEN',
      at,
      proof: input.onSite === '1' ? 'assumed' : null,
    }),
  )
  if (snapshot === null) throw failUnseen('lo_lock', [input.lockId])
  const decision = decide(snapshot)
  const { allow, leg, fix, never, message } = decision
  return {
    allow,
    leg,
    rules: rulesOf(decision),
    fix: [...fix],
    changes: changesOf(snapshot, decision),
    never,
    message,
  }
}
