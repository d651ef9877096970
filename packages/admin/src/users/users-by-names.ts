import { user, type UsersOfName } from '@suoan/contract'
import { and, eq, isIn, or } from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { resourceStore } from '@suoan/platform/resource'
import { scopeFor } from '@suoan/platform/resource/scope'
import { addDepartTexts } from './depart-texts.ts'

/** People that all names of a list together may mean, and one name of it. */
const MOST = 10_000
const MOST_OF_NAME = 20

/**
 * Whom the names of a list mean, in their order and each once: people in force within the caller's scope whose name, account
 * or number (工号) it is. Nothing of a person is answered but what tells namesakes apart.
 */
export async function usersByNames(
  ctx: Context,
  actor: Actor,
  asked: readonly string[],
): Promise<readonly UsersOfName[]> {
  const names = [...new Set(asked.map((name) => name.trim()).filter((name) => name !== ''))]
  if (names.length === 0) return []
  const scope = await scopeFor(ctx, actor, user)
  const isNamed = or(isIn('realname', names), isIn('username', names), isIn('workNo', names))
  const rows = await resourceStore(user).list(ctx.pool, scope, and(eq('status', 1), isNamed), { limit: MOST })
  if (rows.length === MOST)
    throw fail('BAD_INPUT', { detail: '与这些姓名相符的用户过多，请减少姓名后分批查找' })
  await addDepartTexts(ctx.pool, actor.tenantId, rows)
  const meant = new Map<string, UsersOfName['users'][number][]>(names.map((name) => [name, []]))
  for (const row of rows) {
    const [realname, username, workNo] = [row['realname'], row['username'], row['workNo']].map((each) =>
      String(each ?? ''),
    )
    const one = {
      id: String(row['id']),
      username: username ?? '',
      realname: realname ?? '',
      workNo: workNo ?? '',
      orgCodeTxt: String(row['orgCodeTxt'] ?? ''),
    }
    for (const name of new Set([one.realname, one.username, one.workNo])) meant.get(name)?.push(one)
  }
  return [...meant].map(([name, users]) => ({
    name,
    users: users.slice(0, MOST_OF_NAME),
    total: users.length,
  }))
}
