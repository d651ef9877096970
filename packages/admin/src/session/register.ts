import { newId } from '@suoan/kit/id'
import { named } from '@suoan/kit/pattern'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { answered, type Answered } from '@suoan/platform/http/route'
import { isNameTaken } from './account-name.ts'
import { addressKey } from '@suoan/platform/http/address-key'
import { recordLogin } from './login-log.ts'
import { refused } from './open-session.ts'
import type { Origin } from './origin.ts'
import { passwordObjection } from './password-policy.ts'
import { preparePassword, storePassword } from './set-password.ts'
import { checkCode, spendCode } from './sms-code.ts'

/** Role of a self-registered person (4-api.md §7.2): nothing but the home page, until somebody gives him a post. */
const REGISTERED_ROLE = 'test'

export interface Registration {
  readonly username: string
  readonly password: string
  readonly phone: string
  readonly smscode: string
  readonly email?: string | undefined
}

/**
 * Registers oneself (4-api.md §2.7): the code to the number comes first, so that whoever asks whether a name, a number
 * or an address is taken has shown a telephone and has five tries (security.md V15).
 */
export async function register(ctx: Context, given: Registration, origin: Origin): Promise<Answered<null>> {
  if (!ctx.config.selfRegistration) return refused('系统未开放自助注册，请联系管理员开通账号')
  const { username } = given
  // The two readings of 1-shell.md §5 disagree; its rule is 4–18, its text says 6 to 18.
  if (!/^.{4,18}$/.test(username)) return refused('用户名长度为6到18个字符')
  if (!/^\w+$/.test(username)) return refused('用户名只允许字母、数字、下划线')
  const objection = passwordObjection(given.password, username)
  if (objection !== undefined) return refused(objection)
  const email = given.email || null
  if (email !== null && !named.e.test(email)) return refused('邮箱格式不正确')
  const code = await checkCode(ctx, {
    phone: given.phone,
    purpose: 'register',
    code: given.smscode,
    address: addressKey(origin.ip),
  })
  if ('objection' in code) return refused(code.objection)
  const prepared = await preparePassword(given.password, false)
  return ctx.db.transaction().execute(async (tx) => {
    // One registration at a time: two with one name must not meet at the unique index.
    await sql`select pg_advisory_xact_lock(hashtext('suoan register'))`.execute(tx)
    const taken = await takenText(tx, username, given.phone, email)
    if (taken !== undefined) return refused(taken)
    if (!(await spendCode(tx, code))) return refused('手机验证码失效，请重新获取')
    const now = ctx.clock.now()
    const id = newId()
    await tx
      .insertInto('sysUser')
      .values({
        id,
        username,
        realname: username,
        phone: given.phone,
        email,
        status: 1,
        createBy: username,
        createTime: new Date(now),
      })
      .execute()
    await storePassword(tx, id, prepared, now)
    await sql`insert into sys_user_role (id, user_id, role_id)
      select ${newId()}, ${id}, id from sys_role where role_code = ${REGISTERED_ROLE} and tenant_id = 0`.execute(
      tx,
    )
    await recordLogin(tx, now, origin, { username, realname: username, tenantId: 0 }, '自助注册')
    return answered(null, '注册成功')
  })
}

/** Taken names stay taken, also after a logical delete (4-api.md §7.1). */
async function takenText(
  tx: Tx,
  username: string,
  phone: string,
  email: string | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ phone: boolean; email: boolean }>`
    select exists (select from sys_user where phone = ${phone}) as phone,
      exists (select from sys_user where email = ${email}) as email`.execute(tx)
  const row = rows[0]
  if (await isNameTaken(tx, username)) return '用户名已注册'
  if (row?.phone) return '该手机号已注册'
  return row?.email ? '邮箱已被注册' : undefined
}
