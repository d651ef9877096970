import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import type { RoleTag } from '@suoan/domain/dictionaries'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

// A plant that deleted every row of lo_duty_rule, with one account that holds every post (issue: one account was
// applicant, leader, worker, guardian, reviewer and approver).
let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({
    prepare: `delete from lo_duty_rule;
      insert into sys_user_role (id, user_id, role_id)
        select 'all-' || r.id, 'u1', r.id from sys_role r on conflict do nothing;
      insert into sys_user_depart (id, user_id, dep_id) values ('all-u1', 'u1', 'demo-d10');
      insert into lo_person_cert (id, tenant_id, user_id, cert_type, cert_no, valid_from, valid_to, status)
        select 'all-' || c, 0, 'u1', c, 'U1-' || c, '2025-01-01', '2027-12-31', 1
        from unnest(array['01', '04', '07', '09']) as c;
      insert into lo_person_cert (id, tenant_id, user_id, cert_type, cert_no, valid_from, valid_to, status)
        values ('all-u6', 0, 'u6', '01', 'U6-01', '2025-01-01', '2027-12-31', 1)`,
  })
})
afterEach(() => plant[Symbol.asyncDispose]())

const posts: RoleTag[] = ['LEAD', 'WORK', 'GUARD', 'ISO', 'VERIFY']
const withOne = (tags: readonly RoleTag[]) => {
  const people = demoDraft().people ?? []
  return people.map((each) => (tags.includes(each.roleTag as RoleTag) ? { ...each, userId: 'u1' } : each))
}
const submit = (workId: string) => plant.call('u1', tickets.submit, { workId })

describe('separation of duties where the plant has no rule', () => {
  it('G04 one account in every post cannot submit', async () => {
    const id = await plant.draft({ people: posts.map((roleTag) => ({ userId: 'u1', roleTag })) })
    plant.at('08:00')
    const answer = await submit(id)
    expect(answer).toMatchObject({ success: false })
    for (const pair of ['隔离 与 验证', '验证 与 作业', '监护 与 作业'])
      expect(answer.message).toContain(pair)
  })

  it.each<[string, RoleTag[]]>([
    ['verifier and isolator', ['ISO', 'VERIFY']],
    ['verifier and worker', ['WORK', 'VERIFY']],
    ['guardian and worker', ['WORK', 'GUARD']],
  ])('G04 %s', async (_pair, tags) => {
    const seen = new Set<string>()
    const people = withOne(tags).filter((each) => {
      const key = `${each.userId}/${each.roleTag}`
      return seen.size !== seen.add(key).size
    })
    const id = await plant.draft({ people })
    plant.at('08:00')
    expect((await submit(id)).message).toContain('同一人不得同时担任')
  })

  it('G04 the applicant is asked neither for review nor for approval of what he wrote, and decides nothing', async () => {
    const id = await carryOut(plant, 'submitted')
    expect(await plant.pendingRow(id, 'u1')).toBe('none')
    const hash = async () => (await plant.detail(id)).ticket.contentHash
    const own = await plant.call('u1', workReviewEndpoints.decide, {
      id: await plant.pendingRow(id, 'u2'),
      reviewStatus: 8,
      contentHash: await hash(),
    })
    expect(own.success).toBe(false)
    expect(await plant.review(id)).toMatchObject({ success: true })
    expect(await plant.pendingRow(id, 'u1')).toBe('none')
    const approval = await plant.call('u1', workExamineEndpoints.decide, {
      id: await plant.pendingRow(id, 'u3'),
      approveStatus: 8,
      contentHash: await hash(),
    })
    expect(approval.success).toBe(false)
    expect(await plant.state(id)).toBe('2/0')
  })

  it('G04 a guardian of today may be named for tomorrow, and not for the same hours', async () => {
    await plant.world.database.pool.query(`delete from sys_user_role where id like 'all-%'`)
    await carryOut(plant, 'working')
    const tomorrow = { planStart: '2026-12-02 09:00:00', planEnd: '2026-12-02 17:00:00' }
    // Its locks are still in use today: that is another rule's answer.
    expect((await submit(await plant.draft(tomorrow))).message).not.toContain('担任监护')
    const elsewhere = { areaId: 'demo-a0102', equipIds: [], points: [], locks: [] }
    const today = { planStart: '2026-12-01 16:00:00', planEnd: '2026-12-01 20:00:00', ...elsewhere }
    expect((await submit(await plant.draft(today))).message).toContain('吴监')
  })

  it('G04 who guards may not be added as a worker while the work runs', async () => {
    const id = await carryOut(plant, 'working')
    for (const [userId, roleTag] of [
      ['u8', 'WORK'],
      ['u10', 'WORK'],
      ['u6', 'GUARD'],
    ] as const)
      expect(
        (await plant.call('u5', tickets.crewAdd, { workId: id, userId, roleTag, personSource: 1 })).message,
      ).toContain('同一人不得同时担任')
  })
})

describe('what a plant has not set up', () => {
  it.each<[string, string, string, string?]>([
    ['no certificate rule', `update lo_work_type set cert_rules = null`, '没有设定资质要求'],
    ['a certificate rule that is none', `update lo_work_type set cert_rules = '"08"'`, '没有设定资质要求'],
    ['a certificate rule without a tag', `update lo_work_type set cert_rules = '{}'`, '没有设定资质要求'],
    ['gas asked for, none named', `update lo_work_type set gas_required = 1, gas_codes = ''`, '没有必测气体'],
    ['no policy of type and level', `update lo_work_type set status = 0`, '没有启用的作业策略'],
    ['no flow', `update lo_flow_step set del_flag = 1`, '审批流程没有审核步骤'],
    [
      'hot work without gas in its row',
      `update lo_work_type set gas_required = 0, gas_codes = ''`,
      '没有必测气体',
      '01',
    ],
    [
      'an approval whose role nobody holds',
      `delete from sys_user_role where role_id in (select id from sys_role where role_code = 'APPROVE')`,
      '审批第 1 步（角色“批准”）没有符合条件的处理人',
    ],
    [
      'an approval by three, of whom there is one beside the applicant',
      `update lo_flow_step set quorum = 'N:3' where stage = 2`,
      '须 3 人通过，只有 1 名',
    ],
  ])(
    '%s: nothing is submitted, and the message says what to set up',
    async (_what, sql, text, type = '10') => {
      const id = await plant.draft(type === '10' ? {} : { workType: type, workLevel: '1' })
      await plant.world.database.pool.query(sql)
      plant.at('08:00')
      const answer = await submit(id)
      expect(answer).toMatchObject({ success: false })
      expect(JSON.stringify(answer)).toContain(text)
      expect(await plant.state(id)).toBe('0/0')
    },
  )
})
