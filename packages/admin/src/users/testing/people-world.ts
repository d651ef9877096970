import type { Feature } from '@suoan/platform/http/route'
import { createAuthenticator } from '@suoan/platform/http/authenticate'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { preparePassword, session, storePassword } from '../../session/index.ts'

export const PASSWORD = 'Right#Pass2026'

/**
 * A world with two departments, four roles and four people, real sign-in included: `boss` is the administrator, `clerk`
 * manages users, `worker` only sees them, `foreign` belongs to tenant 9.
 */
export async function createPeopleWorld(
  features: readonly { readonly name: string; readonly mount: Feature }[],
): Promise<TestWorld> {
  const world = await createTestWorld({
    env: { LOGIN_CAPTCHA: 'off' },
    features: [{ name: 'session', mount: session }, ...features],
    authenticate: (ctx) => createAuthenticator(ctx).request,
  })
  const { pool } = world.database
  await pool.query(`
    insert into sys_tenant (id, name) values (9, '乙厂');
    insert into sys_depart (id, tenant_id, parent_id, depart_name, org_code, org_type) values
      ('d1', 0, '', '一部', 'A01', '1'), ('d2', 0, 'd1', '一班', 'A01A01', '2'), ('d9', 9, '', '外厂', 'A01', '1');
    insert into sys_role (id, tenant_id, role_name, role_code) values
      ('r-admin', 0, '系统管理员', 'admin'), ('r-clerk', 0, '用户管理员', 'clerk'),
      ('r-see', 0, '查看', 'see'), ('r-foreign', 9, '外厂', 'foreign');
    insert into sys_permission (id, parent_id, name, menu_type, perms, sort_no, is_leaf) values
      ('m-sys', '', '系统管理', 0, null, 1, false), ('m-user', 'm-sys', '用户管理', 1, null, 1, false),
      ('p-list', 'm-user', '用户查询', 2, 'system:user:list', 1, true),
      ('p-add', 'm-user', '用户新增', 2, 'system:user:add', 2, true),
      ('p-edit', 'm-user', '用户编辑', 2, 'system:user:edit', 3, true),
      ('p-del', 'm-user', '用户删除', 2, 'system:user:delete', 4, true),
      ('p-role', 'm-sys', '角色编辑', 2, 'system:role:edit', 5, true),
      ('p-menu', 'm-sys', '菜单编辑', 2, 'system:permission:edit', 6, true);
    insert into sys_role_permission (id, role_id, permission_id)
      select 'a' || id, 'r-admin', id from sys_permission
      union all select 'c' || id, 'r-clerk', id from sys_permission
        where id in ('p-list', 'p-add', 'p-edit', 'p-del', 'p-role')
      union all select 's' || id, 'r-see', id from sys_permission where id = 'p-list';
    insert into sys_user (id, tenant_id, username, realname, rel_tenant_ids, create_time) values
      ('boss', 0, 'boss', '老板', null, now()), ('clerk', 0, 'clerk', '文员', null, now()),
      ('worker', 0, 'worker', '工人', null, now()), ('foreign', 9, 'foreign', '外人', '9', now());
    insert into sys_user_role (id, user_id, role_id) values
      ('1', 'boss', 'r-admin'), ('2', 'clerk', 'r-clerk'), ('3', 'worker', 'r-see'), ('4', 'foreign', 'r-foreign');
    insert into sys_user_depart (id, user_id, dep_id) values ('1', 'worker', 'd1')`)
  const prepared = await preparePassword(PASSWORD, false)
  await world.ctx.db.transaction().execute(async (tx) => {
    await seedDictionaries(tx, world.clock.now())
    for (const id of ['boss', 'clerk', 'worker', 'foreign'])
      await storePassword(tx, id, prepared, world.clock.now())
  })
  return world
}

/** Signs in over HTTP and calls with the token. */
export async function signIn(world: TestWorld, username: string, password = PASSWORD) {
  const answer = await world.anonymous.post<{ token: string }>('/sys/login', { username, password })
  if (!answer.success) throw new Error(`${username} could not sign in: ${answer.message}`)
  return speakerOf(world, answer.result.token)
}

/** Speaks with a token. */
export function speakerOf(world: TestWorld, token: string) {
  const send =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    async <T = unknown>(path: string, values: Readonly<Record<string, unknown>> = {}) => {
      const headers = { 'x-access-token': token }
      const isBody = method === 'POST' || method === 'PUT'
      const answer = await world.anonymous.raw(method, path, {
        headers,
        ...(isBody
          ? { body: values }
          : {
              query: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
            }),
      })
      return answer.json<{ success: boolean; code: number; message: string; result: T }>()
    }
  return { get: send('GET'), post: send('POST'), put: send('PUT'), delete: send('DELETE') }
}
