import { workExecutionEndpoints as execution, workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failing } from './testing/failing-rules.ts'
import { DAY } from './testing/demo-draft.ts'
import { certificateRows, hotWork } from './testing/simops-world.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ prepare: certificateRows })
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string, values: unknown[] = []) =>
  (await plant.world.database.pool.query(text, values)).rows
const level = async (id: string) =>
  (await query('select work_level, base_level, level_reason from lo_work where id = $1', [id]))[0]
const night = { planStart: `${DAY} 20:00:00`, planEnd: `${DAY} 22:30:00` }

describe('G29 the level follows place, night, holidays and overlapping work (upgradeRule)', () => {
  it('hot work that reaches into the night is raised at submission, with the reason; by day it stays as chosen', async () => {
    const byDay = await plant.draft(hotWork())
    await plant.take('u1', tickets.submit, { workId: byDay })
    expect(await level(byDay)).toEqual({ work_level: '1', base_level: null, level_reason: null })
    const id = await plant.draft(hotWork(night))
    const { rules } = await plant.take('u1', tickets.checkPlan, { id, clientOpId: undefined })
    expect(rules.find((rule) => rule.id === 'G29')).toMatchObject({
      pass: true,
      text: '夜间作业，由一级升为特级',
    })
    expect(await level(id)).toMatchObject({ work_level: '1' })
    await plant.take('u1', tickets.submit, { workId: id })
    expect(await level(id)).toEqual({
      work_level: '0',
      base_level: '1',
      level_reason: '夜间作业，由一级升为特级',
    })
    expect((await plant.detail(id)).ticket).toMatchObject({
      workLevel: '0',
      levelReason: '夜间作业，由一级升为特级',
    })
  })

  it('the applicant cannot lower it: withdrawn and sent again, saved as it stands or lower, it is raised to the same', async () => {
    const id = await plant.draft(hotWork(night))
    for (const workLevel of ['1', '0', '1'] as const) {
      await plant.take('u1', tickets.submit, { workId: id })
      expect(await level(id)).toMatchObject({ work_level: '0', base_level: '1' })
      await plant.take('u1', tickets.withdraw, { workId: id })
      const { ticket } = await plant.detail(id)
      await plant.draft(hotWork({ ...night, id, revision: ticket.revision, workLevel }))
    }
    const { ticket } = await plant.detail(id)
    await plant.draft(hotWork({ id, revision: ticket.revision, workLevel: ticket.workLevel }))
    await plant.take('u1', tickets.submit, { workId: id })
    expect(await level(id)).toMatchObject({ work_level: '1', base_level: null })
  })

  it('other work beside a running ticket is refused while that one is of a lower level than both together ask for', async () => {
    const running = await plant.draft(hotWork())
    await plant.take('u1', tickets.submit, { workId: running })
    await query(`update lo_work set work_status = 20, exec_phase = 20, valid_end = plan_end where id = $1`, [
      running,
    ])
    const { workNo } = (await plant.detail(running)).ticket
    const later = await plant.draft({ areaId: 'demo-a010201' })
    const judged = async () => {
      const { rules } = await plant.take('u1', tickets.checkPlan, { id: later, clientOpId: undefined })
      return rules.find((rule) => rule.id === 'G29')
    }
    expect(await judged()).toMatchObject({ pass: true })
    await query(
      `update lo_work_type set upgrade_rule = '{"overlap":"0"}' where type_code = '01' and level_code = '1'`,
    )
    expect(await judged()).toMatchObject({
      pass: false,
      text: expect.stringContaining(`${workNo} 须升为特级`),
    })
    // One that was approved at that level already is left behind by nobody.
    await query(`update lo_work set work_level = '0', base_level = '1' where id = $1`, [running])
    expect(await judged()).toMatchObject({ pass: true })
  })

  it('a rule that cannot be read refuses the submission', async () => {
    await query(
      `update lo_work_type set upgrade_rule = '{"night":"higher"}' where type_code = '01' and level_code = '1'`,
    )
    const id = await plant.draft(hotWork())
    const refused = await plant.call('u1', tickets.submit, { workId: id })
    expect(failing(refused)).toContain('G01')
    expect(refused.message).toContain('升级规则无法识别')
  })

  it('a later end that reaches into the night is refused while the level is too low', async () => {
    const id = await plant.draft(hotWork())
    await plant.take('u1', tickets.submit, { workId: id })
    await query(`update lo_work set work_status = 20, exec_phase = 20, valid_end = plan_end where id = $1`, [
      id,
    ])
    await query(`update lo_work_type set extend_max = 1, max_hours = 24 where type_code = '01'`)
    plant.at('12:00')
    const refused = await plant.call('u13', execution.extendAsk, {
      workId: id,
      newEnd: `${DAY} 22:30:00`,
      reason: '焊补未完成',
    })
    expect(failing(refused)).toContain('G29')
    expect(JSON.stringify(refused.result)).toContain('须为特级：夜间作业')
  })
})
