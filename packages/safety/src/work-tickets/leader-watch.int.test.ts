import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noteUnfitLeaders } from './leader-watch.ts'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
let workId: string
beforeEach(async () => {
  plant = await createTicketWorld({
    prepare: `update lo_work_type set cert_rules = '{"LEAD":["08"],"WORK":[],"GUARD":[]}'`,
  })
  workId = await carryOut(plant, 'working')
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string) => (await plant.world.database.pool.query(text)).rows
const look = async (time: string) => {
  plant.at(time)
  return await noteUnfitLeaders(plant.world.ctx)
}
const notices = async () =>
  await query(`select a.titile as title, array(select s.user_id from sys_announcement_send s where s.annt_id = a.id order by 1) as told
    from sys_announcement a where a.titile like '%的负责人%' order by a.id`)
const said = async () => (await plant.detail(workId)).ticket.leaderGap

describe('G03 the leader of running work', () => {
  it.each<[string, string, string]>([
    [
      'whose certificate is revoked',
      '缺失或已失效',
      `update lo_person_cert set status = 3 where user_id = 'u5'`,
    ],
    [
      'whose certificate ends',
      '缺失或已失效',
      `update lo_person_cert set valid_to = '2026-11-30' where user_id = 'u5'`,
    ],
    ['whose account is frozen', '账号已冻结', `update sys_user set status = 2 where id = 'u5'`],
  ])(
    '%s: leader, permitter and safety officer are told once, and the ticket says so',
    async (_, text, how) => {
      expect(await look('10:00')).toBe(0)
      await query(how)
      expect(await look('10:01')).toBe(1)
      expect(await look('10:02')).toBe(0)
      const told = await notices()
      expect(told).toHaveLength(1)
      expect(told[0]?.title).toContain(text)
      expect(told[0]?.told).toEqual(expect.arrayContaining(['u4', 'u5', 'u12']))
      expect(await said()).toContain(text)
      // The work is not stopped by it: stopping is for people to decide.
      expect(await plant.state(workId)).toBe('20/20')
    },
  )

  it('that is put in order ends, and one that comes back is told again', async () => {
    const set = (status: number) => query(`update lo_person_cert set status = ${status} where user_id = 'u5'`)
    await set(3)
    await look('10:01')
    await set(1)
    expect(await look('10:02')).toBe(1)
    expect(await said()).toBeNull()
    expect(await notices()).toHaveLength(1)
    await set(3)
    await look('10:03')
    expect(await notices()).toHaveLength(2)
  })

  it('of work that has stopped is told of, too; of a ticket that has not begun nobody is', async () => {
    await plant.take('u8', tickets.stop, { workId, reason: '异响' })
    await query(`update lo_person_cert set status = 3 where user_id = 'u5'`)
    expect(await look('10:01')).toBe(1)
    await query(`update lo_work set work_status = 4, exec_phase = 12, leader_gap = null`)
    expect(await look('10:02')).toBe(0)
  })
})
