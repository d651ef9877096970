import {
  cmd,
  decision,
  grantEndpoints,
  legSwitch,
  lock,
  lockDepart,
  lockEndpoints,
  lockType,
  lockUser,
  type Presented,
} from '@suoan/contract'
import { dualSeconds } from '@suoan/domain/interlock'
import { failUnseen } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { mountResource, present, resourceStore } from '@suoan/platform/resource'
import { systemScope } from '@suoan/platform/resource/scope'
import { eq } from '@suoan/kit/filter'
import { bindCustody } from './custody.ts'
import { commandLock, mustSeeLock } from './command-lock.ts'
import { withdrawFromAccounts } from './end-standing.ts'
import { explainOpening } from './explain-opening.ts'
import { legSwitchHooks, lockHooks, lockTypeHooks } from './lock-hooks.ts'
import { listCommon } from './common-locks.ts'
import { findByQr, listOpenable, listOpening, setFavorite } from './lock-lists.ts'
import { lockUserHooks } from './lock-user-hooks.ts'
import { openLock } from './open-lock.ts'
import { withdrawUnderTickets } from './standing-grants.ts'
import { syncGrants } from './sync-grants.ts'
import { watchCommands } from './send-command.ts'
import { witnessOpening } from './witness-opening.ts'

/** Locks: their data, the interlock's calls, commands and open lists (3-domain.md §3.2, §3.7, §5.6, §5.8). */
export const locks: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, lockType, lockTypeHooks)
  mountResource(mount, lock, lockHooks)
  mountResource(mount, lockUser, lockUserHooks)
  mountResource(mount, lockDepart)
  mountResource(mount, cmd)
  mountResource(mount, decision)
  mountResource(mount, legSwitch, legSwitchHooks)

  bind(lockEndpoints.open, ({ actor, input }) => openLock(ctx, actor, input))
  bind(lockEndpoints.witness, async ({ actor, input }) =>
    answered(await witnessOpening(ctx, actor, input), `已记录到场，${dualSeconds} 秒内有效`),
  )
  bind(lockEndpoints.close, ({ actor, input }) => commandLock(ctx, actor, input.lockId, 'CLOSE'))
  bind(lockEndpoints.freeze, ({ actor, input }) => commandLock(ctx, actor, input.lockId, 'FREEZE'))
  bind(lockEndpoints.unfreeze, ({ actor, input }) => commandLock(ctx, actor, input.lockId, 'UNFREEZE'))
  bindCustody(mount)
  bind(lockEndpoints.syncTime, ({ actor, input }) => commandLock(ctx, actor, input.lockId, 'TIME'))
  bind(lockEndpoints.readLog, ({ actor, input }) => commandLock(ctx, actor, input.lockId, 'READLOG'))
  bind(lockEndpoints.readState, ({ actor, input }) => commandLock(ctx, actor, input.lockId, 'READSTATE'))
  bind(lockEndpoints.locate, ({ actor, input }) => commandLock(ctx, actor, input.lockId, 'LOCATE'))
  bind(lockEndpoints.cmdStatus, async ({ actor, input }) => {
    const rows = await resourceStore(cmd).list(
      ctx.pool,
      systemScope(actor.tenantId),
      eq('cmdId', input.cmdId),
    )
    const [row] = rows
    if (row === undefined) throw failUnseen([['lo_cmd', 'cmd_id']], [input.cmdId])
    // Whoever sent a command may follow it; of the others' he sees those to locks that he sees.
    if (row['issueBy'] !== actor.userId) await mustSeeLock(ctx, actor, String(row['lockId']))
    await present(ctx, cmd, actor, rows)
    // A row of the store has the columns of the description.
    return row as unknown as Presented<typeof cmd>
  })
  bind(lockEndpoints.openList, ({ actor, input: { tab, ...params } }) =>
    tab === 'opening' ? listOpening(ctx, actor, params) : listOpenable(ctx, actor, params),
  )
  bind(lockEndpoints.commonList, ({ actor, input }) => listCommon(ctx, actor, input))
  bind(lockEndpoints.favorite, async ({ actor, input }) => {
    await setFavorite(ctx, actor, input.lockId, input.on)
    return answered(null, input.on ? '已收藏' : '已取消收藏')
  })
  bind(lockEndpoints.queryByQr, async ({ actor, input }) => {
    const row = await findByQr(ctx, actor, input.code)
    const answer = await explainOpening(ctx, actor, { lockId: row.id, workId: input.workId, onSite: '1' })
    return { lock: row, answer: { ...answer, decisionId: '', cmdId: null, cmdStatus: null } }
  })
  bind(grantEndpoints.explain, ({ actor, input }) => explainOpening(ctx, actor, input))
  watchCommands(ctx)
  syncGrants(ctx)
  withdrawUnderTickets(ctx)
  withdrawFromAccounts(ctx)
}
