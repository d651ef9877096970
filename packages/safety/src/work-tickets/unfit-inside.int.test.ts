import { externalPersonEndpoints as externals, workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { externalPeople } from '../external-people/index.ts'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { tellOfUnfit } from './unfit-inside.ts'

let plant: TicketWorld
let workId: string
beforeEach(async () => {
  plant = await createTicketWorld({ features: [{ name: 'external-people', mount: externalPeople }] })
  workId = await carryOut(plant, 'working')
  plant.at('10:00')
  await plant.take('u12', externals.issuePass, { id: 'demo-ex1', validTo: '2026-12-01 20:00:00' })
  await query(`insert into lo_work_person (id, tenant_id, work_id, external_id, person_name, person_source, role_tag, state, on_state, in_time)
    values ('px', 0, '${workId}', 'demo-ex1', '鲁钳', 2, 'CONTR', 1, 1, '2026-12-01 09:10:00+08')`)
  await query(`update lo_work set on_site_count = 1 where id = '${workId}'`)
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string) => (await plant.world.database.pool.query(text)).rows
const look = async (time: string) => {
  plant.at(time)
  return await tellOfUnfit(plant.world.ctx)
}
/** The messages about people who must leave: text, and whom each was told. */
const notices = async () =>
  await query(`select a.msg_content as text, array(select s.user_id from sys_announcement_send s where s.annt_id = a.id order by 1) as told
    from sys_announcement a where a.bus_type = 'unfitInside' order by a.id`)

describe('somebody inside who may not be any more', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    [
      'goes on the blacklist',
      '黑名单',
      () => plant.take('u12', externals.blacklist, { id: 'demo-ex1', on: true, reason: '酒后进厂' }),
    ],
    [
      'has his pass revoked',
      '通行证',
      () => plant.take('u12', externals.revokePass, { id: 'demo-ex1', reason: '收回' }),
    ],
    [
      'is disabled in the register',
      '停用',
      () => query(`update lo_external_person set status = 0 where id = 'demo-ex1'`),
    ],
    [
      'is deleted from the register',
      '未登记',
      () => query(`update lo_external_person set del_flag = 1 where id = 'demo-ex1'`),
    ],
    [
      'has no admission any more',
      '入场许可',
      () => query(`update lo_external_person set admit_to = '2026-11-30' where id = 'demo-ex1'`),
    ],
    [
      'has no training any more',
      '承包商入场证',
      () => query(`update lo_external_person set train_to = '2026-11-30' where id = 'demo-ex1'`),
    ],
  ])(
    '%s: leader, guardian and area keeper are told; he enters nowhere and leaves as anybody',
    async (_what, text, change) => {
      expect(await look('10:01')).toBe(0)
      await change()
      expect(await look('10:02')).toBe(1)
      const [notice] = await notices()
      expect(notice?.text).toContain(text)
      expect(notice?.text).toContain('鲁钳')
      expect(notice?.told).toEqual(expect.arrayContaining(['u3', 'u5', 'u8']))
      expect(await look('10:03')).toBe(0)
      // While he is inside it is told again.
      expect(await look('10:32')).toBe(1)
      await plant.take('u8', tickets.personOut, { workId, personId: 'px' })
      expect(await look('11:30')).toBe(0)
      const again = await plant.call('u5', tickets.personIn, { workId, personId: 'px' })
      expect(again).toMatchObject({ success: false })
      expect(JSON.stringify(again.result)).toContain(text)
    },
  )

  it.each<[string, string, string]>([
    ['frozen', '账号已冻结', `update sys_user set status = 2 where id = 'u6'`],
    ['removed', '账号已删除', `update sys_user set del_flag = 1 where id = 'u6'`],
    ['without his certificate', '失效', `update lo_person_cert set status = 3 where user_id = 'u6'`],
  ])('an account that is %s: told, let in nowhere, let out', async (_what, text, change) => {
    const personId = await plant.personId(workId, 'u6')
    await plant.take('u5', tickets.personIn, { workId, personId })
    // The rules of the policy ask the worker for one.
    await query(`update lo_work_type set cert_rules = '{"WORK":["08"],"GUARD":[],"LEAD":[],"CONTR":[]}'`)
    expect(await look('10:01')).toBe(0)
    await query(change)
    expect(await look('10:02')).toBe(1)
    expect((await notices()).at(-1)?.text).toContain(text)
    await plant.take('u8', tickets.personOut, { workId, personId })
    const again = await plant.call('u5', tickets.personIn, { workId, personId })
    expect(again.success).toBe(false)
  })

  it('whoever is in order again is told of no more', async () => {
    await plant.take('u12', externals.blacklist, { id: 'demo-ex1', on: true, reason: '酒后进厂' })
    expect(await look('10:02')).toBe(1)
    await plant.take('u12', externals.blacklist, { id: 'demo-ex1', on: false, reason: '申诉成立' })
    await plant.take('u12', externals.issuePass, { id: 'demo-ex1', validTo: '2026-12-01 20:00:00' })
    expect(await look('10:40')).toBe(0)
  })
})
