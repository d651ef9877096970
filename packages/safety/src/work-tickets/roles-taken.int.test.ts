import { permissionEndpoints, user, userEndpoints } from '@suoan/contract'
import { permissions } from '@suoan/admin/permissions'
import { users } from '@suoan/admin/users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
let workNo: string
beforeAll(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'users', mount: users },
      { name: 'permissions', mount: permissions },
    ],
  })
  const id = await carryOut(plant, 'working')
  workNo = String((await plant.detail(id)).ticket['workNo'])
  await plant.world.database.pool.query(`
    insert into sys_user_role (id, user_id, role_id)
      select 'given-' || u, u, r from unnest(array['u6', 'u7', 'u8', 'u13']) u, unnest(array['role-WORK', 'role-GUARD']) r
      on conflict do nothing;
    insert into sys_permission (id, name, menu_type, perms) values ('own', '本人操作', 2, 'lo:work:own');
    insert into sys_role_permission (id, role_id, permission_id) values ('own', 'role-WORK', 'own')`)
})
afterAll(() => plant[Symbol.asyncDispose]())

const admin = () => plant.world.as()
const said = (name: string) => ({
  success: true,
  message: expect.stringMatching(new RegExp(`成功.*请及时更换人员.*${name}.*${workNo}`)),
})

it('who takes roles from somebody named on a ticket under way is told which', async () => {
  const edit = (id: string, selectedroles: string) => admin().put(`${user.path}/edit`, { id, selectedroles })
  expect(await edit('u6', '')).toMatchObject(said('孙作'))
  // Nothing is taken the second time, and nothing is said of who is on no ticket.
  expect((await edit('u6', '')).message).toBe('修改成功!')
  expect((await edit('u6', 'role-WORK')).message).toBe('修改成功!')
  expect((await edit('u13', '')).message).toBe('修改成功!')
})

it('the same from the page of the role, for one and for several', async () => {
  const one = await admin().delete(userEndpoints.removeFromRole.path, { roleId: 'role-GUARD', userId: 'u8' })
  expect(one).toMatchObject(said('吴监是监护'))
  const several = await admin().delete(userEndpoints.removeManyFromRole.path, {
    roleId: 'role-GUARD',
    userIds: 'u7,u6',
  })
  expect(several).toMatchObject(said('孙作'))
})

it('who takes permissions from a role is told who of its people is on a ticket', async () => {
  const save = (permissionIds: string, lastpermissionIds: string) =>
    admin().post(permissionEndpoints.saveGrants.path, {
      roleId: 'role-WORK',
      permissionIds,
      lastpermissionIds,
    })
  expect(await save('', 'own')).toMatchObject(said('孙作'))
  expect((await save('own', '')).message).toBe('保存成功！')
})
