import { examineStepEndpoints, workTicketEndpoints as tickets, workType } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policy } from '../policy/index.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ features: [{ name: 'policy', mount: policy }] })
})
afterEach(() => plant[Symbol.asyncDispose]())

const admin = () => plant.world.as()
const rows = async (text: string) => (await plant.world.database.pool.query(text)).rows

async function submitted(): Promise<{ id: string; workNo: string }> {
  const id = await plant.draft()
  plant.at('08:00')
  await plant.take('u1', tickets.submit, { workId: id })
  return { id, workNo: String((await plant.detail(id)).ticket['workNo']) }
}

describe('who reviews and approves a ticket follows from what it was submitted under (decision 0589)', () => {
  const change = async (fields: object) => {
    const [{ revision }] = await rows(`select revision from lo_work_type where id = 'demo-wt-10-2'`)
    return admin().post(`${workType.path}/edit`, { id: 'demo-wt-10-2', revision, ...fields })
  }

  it('a type keeps its flow, its kind and its level while a ticket is in review, and is not deleted', async () => {
    expect(
      await admin().post('/loflow/loFlow/add', { flowCode: 'WEAK', flowName: '弱流程', status: 1 }),
    ).toMatchObject({ success: true })
    const [weak] = await rows(`select id from lo_flow where flow_code = 'WEAK'`)
    for (const [stage, roleTag] of [
      [1, 'REVIEW'],
      [2, 'KEEPER'],
    ] as const)
      expect(
        await admin().post('/loflow/loFlowStep/add', {
          flowId: weak.id,
          stage,
          stepNo: 1,
          roleTag,
          scopeRule: 'PLANT',
          quorum: 'ANY',
        }),
      ).toMatchObject({ success: true })
    const { id, workNo } = await submitted()
    for (const fields of [{ flowId: weak.id }, { levelCode: '4' }, { typeCode: '33' }])
      expect(await change(fields)).toMatchObject({
        success: false,
        message: expect.stringContaining(workNo),
      })
    expect(await admin().delete(`${workType.path}/delete`, { id: 'demo-wt-10-2' })).toMatchObject({
      success: false,
      message: expect.stringContaining(workNo),
    })
    // What does not decide who is asked may still change before the approval.
    expect(await change({ gasPreMin: 31 })).toMatchObject({ success: true })
    await plant.review(id)
    const asked = await rows(`select role_tag from lo_work_examine where work_id = '${id}'`)
    expect(asked.map(({ role_tag: tag }) => tag)).not.toContain('KEEPER')
    await rows(`update lo_work set void_flag = 1 where id = '${id}'`)
    expect(await change({ flowId: weak.id })).toMatchObject({ success: true })
  })
})

describe('G04 whoever leads or does the work does not approve it', () => {
  it('is asked by no step, whatever post the step asks for', async () => {
    await rows(`update lo_flow_step set role_tag = 'WORK', scope_rule = 'PLANT', quorum = 'ANY'
      where flow_id = 'demo-flow-iso' and stage = 2`)
    const { id } = await submitted()
    await plant.review(id)
    const asked = await rows(`select distinct approver_id as id from lo_work_examine where work_id = '${id}'`)
    const named = await rows(
      `select distinct user_id as id from lo_work_person where work_id = '${id}' and role_tag in ('LEAD', 'WORK', 'CONTR')`,
    )
    expect(asked.length).toBeGreaterThan(0)
    const workers = new Set(named.map((each) => each.id))
    expect(asked.filter((each) => workers.has(each.id))).toEqual([])
  })

  it('is refused when the approval is handed to him', async () => {
    const { id } = await submitted()
    // They hold the post that the step asks for.
    await rows(`insert into sys_user_role (id, user_id, role_id) select 'post-' || u || r.id, u, r.id
      from unnest(array['u5', 'u6']) u, sys_role r, lo_flow_step s
      where s.flow_id = 'demo-flow-iso' and s.stage = 2 and r.role_code = s.role_tag and r.tenant_id = 0 on conflict do nothing`)
    await plant.review(id)
    for (const toUserId of ['u5', 'u6'])
      expect(
        await plant.call('u3', examineStepEndpoints.delegate, {
          id: await plant.pendingRow(id, 'u3'),
          toUserId,
          reason: '外出',
        }),
      ).toMatchObject({ success: false, message: expect.stringContaining('同一人不得同时担任') })
  })
})
