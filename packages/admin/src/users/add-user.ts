import { user } from '@suoan/contract'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '@suoan/platform/context'
import { scopeFor } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { answered, type Answered } from '@suoan/platform/http/route'
import {
  addRow,
  checkedDraft,
  originOf,
  recordAudit,
  refuseOwnedInAdd,
  type MountedResource,
  type RowRecord,
} from '@suoan/platform/resource'
import { oneTimePassword, passwordObjection, preparePassword, storePassword } from '../session/index.ts'

/**
 * Adds a user with his first password, which somebody else knows and so must be changed at the first login. Without
 * one in the request it is made here and told in this answer only.
 */
export async function addUser(
  mounted: MountedResource,
  actor: Actor,
  input: RowRecord,
  request: FastifyRequest,
): Promise<Answered<{ password: string } | null>> {
  const { ctx } = mounted
  const { values, refused } = checkedDraft(user, input, 'add')
  if (refused.length > 0)
    request.log.warn({ resource: user.name, fields: refused }, 'server-owned fields of a draft were ignored')
  const given = givenPassword(input, String(values['username']))
  const password = given ?? oneTimePassword()
  const scope = await scopeFor(ctx, actor, user, 'add')
  // Hashing is slow and must not hold a transaction open.
  const prepared = await preparePassword(password, true)
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const row = await addRow(mounted, values, { tx, ctx, actor, scope, now, input, emit })
    refuseOwnedInAdd(user, input, row)
    await storePassword(tx, String(row['id']), prepared, now)
    await recordAudit(
      tx,
      {
        actor,
        content: `用户：添加 ${String(row['realname'] ?? row['username'])}`,
        operateType: 2,
        origin: originOf(request),
        now,
      },
      [{ resource: user, before: null, after: row }],
    )
  })
  if (given !== undefined) return answered(null, '添加成功！')
  return answered({ password }, `添加成功！初始密码：${password}（只显示这一次，首次登录须修改）`)
}

/** The password of the request, checked; undefined when there is none. */
export function givenPassword(input: RowRecord, username: string): string | undefined {
  const { password, confirmpassword } = input
  if (password === undefined || password === null || password === '') return undefined
  const text = String(password)
  const objection = passwordObjection(text, username)
  if (objection !== undefined) throw fail('BAD_INPUT', { detail: objection })
  if (typeof confirmpassword === 'string' && confirmpassword !== '' && confirmpassword !== text)
    throw fail('BAD_INPUT', { detail: '两次输入密码不一致!' })
  return text
}
