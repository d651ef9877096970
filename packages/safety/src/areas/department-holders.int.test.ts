import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { departments } from '@suoan/admin/departments'
import { areas } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'departments', mount: departments },
      { name: 'areas', mount: areas },
    ],
  })
})
afterAll(() => world[Symbol.asyncDispose]())

test('a department is not deleted while an area belongs to it or to one below it', async () => {
  await world.database.pool.query(`
    insert into sys_depart (id, tenant_id, parent_id, depart_name, org_code, org_type) values
      ('d1', 0, '', '一部', 'A01', '1'), ('d2', 0, 'd1', '一班', 'A01A01', '2');
    insert into lo_area (id, tenant_id, pid, area_code, area_name, area_type) values ('a1', 0, '0', 'A01', '装置', '1');
    insert into lo_depart_area (id, tenant_id, depart_id, area_id, area_code, rel_type) values ('r1', 0, 'd2', 'a1', 'A01', 1)`)
  const remove = () => world.as().delete('/sys/sysDepart/delete', { id: 'd1' })
  const answer = await remove()
  expect(answer.success).toBe(false)
  expect(answer.message).toContain('区域 装置')
  await world.database.pool.query(`delete from lo_depart_area where id = 'r1'`)
  expect(await remove()).toMatchObject({ success: true })
})
