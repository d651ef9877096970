import { externalPersonEndpoints as calls, type InputOf, type IssuedPass } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { originOf, recordAudit } from '@suoan/platform/resource'
import { countNamesakes } from './barred.ts'
import { mustShowFace } from './face.ts'
import { storedNumber } from './id-number.ts'
import { issuePass, revokePasses, windowOf } from './passes.ts'

/** The calls of the register beside its verbs: at the gate, and the blacklist. Each leaves a line in the operation log. */
export function bindRegister({ ctx, bind }: Parameters<Feature>[0]): void {
  bind(calls.register, async ({ actor, input, request }) => {
    const pass = await logged(ctx, actor, request, async (tx, now) => {
      const issued = await register({ ctx, tx, actor, now }, input)
      return { done: issued, said: `登记 ${issued.personName}（${issued.company}）并签发通行证` }
    })
    return answered(pass, told(pass))
  })
  bind(calls.issuePass, async ({ actor, input, request }) => {
    const pass = await logged(ctx, actor, request, async (tx, now) => {
      const issued = await issuePass(tx, actor, input.id, input, now)
      return { done: issued, said: `签发通行证 ${issued.personName}，至 ${issued.validTo}` }
    })
    return answered(pass, told(pass))
  })
  bind(calls.revokePass, async ({ actor, input, request }) => {
    const ended = await logged(ctx, actor, request, async (tx, now) => {
      const name = await nameOf(tx, actor, input.id)
      const count = await revokePasses(tx, actor, input.id, input.reason, now)
      if (count === 0) throw fail('REFUSED', { detail: `${name} 没有有效的通行证，无须作废` })
      return { done: count, said: `作废 ${name} 的通行证 ${count} 张，原因：${input.reason}` }
    })
    return answered(null, `已作废 ${ended} 张通行证，即时失效`)
  })
  bind(calls.blacklist, async ({ actor, input, request }) => {
    const { on, id, reason } = input
    const namesakes = await logged(ctx, actor, request, async (tx, now) => {
      const name = await nameOf(tx, actor, id)
      const { numUpdatedRows } = await tx
        .updateTable('loExternalPerson')
        .set({
          blackFlag: on ? 1 : 0,
          blackReason: reason,
          blackTime: new Date(now),
          blackBy: actor.userId,
          updateBy: actor.username,
          updateTime: new Date(now),
        })
        .where('id', '=', id)
        .where('tenantId', '=', actor.tenantId)
        .where('blackFlag', '=', on ? 0 : 1)
        .executeTakeFirst()
      if (numUpdatedRows === 0n)
        throw fail('REFUSED', { detail: on ? `${name} 已在黑名单中` : `${name} 不在黑名单中` })
      if (on) await revokePasses(tx, actor, id, `列入黑名单：${reason}`.slice(0, 200), now)
      const count = on ? await countNamesakes(tx, actor.tenantId, id, name) : 0
      return { done: count, said: `${name} ${on ? '列入' : '移出'}黑名单，原因：${reason}` }
    })
    if (!on) return answered(null, '已移出黑名单，须重新签发通行证')
    const others =
      namesakes === 0 ? '' : `；另有没有证件号码的同名登记 ${namesakes} 条，请核对，是同一人的请作废其通行证`
    return answered(null, `已列入黑名单，其通行证即时失效${others}`)
  })
}

const told = (pass: IssuedPass): string =>
  `${pass.personName} 的通行证已签发，有效至 ${pass.validTo}；通行码只显示这一次`

/** Runs a change of the register in a transaction of its own with its line in the operation log. */
async function logged<T>(
  ctx: Context,
  actor: Actor,
  request: FastifyRequest,
  change: (tx: Tx, now: number) => Promise<{ done: T; said: string }>,
): Promise<T> {
  const now = ctx.clock.now()
  return inTransaction(ctx, async (tx, emit) => {
    const { done, said } = await change(tx, now)
    await recordAudit(tx, {
      actor,
      content: `外来人员：${said}`,
      operateType: 3,
      origin: originOf(request),
      now,
    })
    emit('resource.changed', { resource: 'externalPerson', tenantId: actor.tenantId, ids: [] })
    return done
  })
}

/** A new line of the register, admitted for the window of the pass, and the pass. */
async function register(
  call: { readonly ctx: Context; readonly tx: Tx; readonly actor: Actor; readonly now: number },
  input: InputOf<typeof calls.register>,
): Promise<IssuedPass> {
  const { tx, actor, now } = call
  const id = newId()
  const { from, to } = windowOf(input, now)
  await mustShowFace(call, input.photo, null)
  const number = await storedNumber(tx, actor.tenantId, input.idNumber, null)
  await tx
    .insertInto('loExternalPerson')
    .values({
      id,
      tenantId: actor.tenantId,
      sysOrgCode: actor.orgCode,
      personName: input.personName,
      source: input.source,
      company: input.company,
      idNumber: number?.digest ?? null,
      idMask: number?.mask ?? null,
      phone: input.phone || null,
      photo: input.photo || null,
      admitFrom: shanghaiTime(from).slice(0, 10),
      admitTo: shanghaiTime(to).slice(0, 10),
      trainFrom: input.trainFrom ?? null,
      trainTo: input.trainTo ?? null,
      blackFlag: 0,
      status: 1,
      createBy: actor.username,
      createTime: new Date(now),
    })
    .execute()
  return issuePass(tx, actor, id, input, now)
}

async function nameOf(tx: Tx, actor: Actor, id: string): Promise<string> {
  const row = await tx
    .selectFrom('loExternalPerson')
    .select('personName')
    .where('id', '=', id)
    .where('tenantId', '=', actor.tenantId)
    .where('delFlag', '=', 0)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw failUnseen('lo_external_person', [id])
  return row.personName ?? ''
}
