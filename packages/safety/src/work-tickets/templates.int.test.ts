import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

describe('templates of tickets', () => {
  it('T01: a ticket begins with what another one said, without its times, people and locks', async () => {
    const workId = await plant.draft()
    await plant.take('u1', tickets.templateSave, { workId, templateName: 'P-101 机械密封更换' })
    const [template] = await plant.take('u1', tickets.templates)
    expect(template).toMatchObject({ templateName: 'P-101 机械密封更换' })
    plant.at('10:20')
    const made = await plant.take('u1', tickets.fromTemplate, {
      templateId: template?.id,
      sourceNo: 'MO-2026-00123',
    })
    expect(made.ticket.sourceNo).toBe('MO-2026-00123')
    const before = await plant.detail(workId)
    expect(made.ticket.id).not.toBe(workId)
    expect(made.ticket.content).toBe(before.ticket.content)
    expect(made.ticket.planStart).toContain('11:00:00')
    expect(made.points.map((row) => row.pointId)).toEqual(before.points.map((row) => row.pointId))
    expect(made.points.map((row) => row.plannedLockId)).toEqual(before.points.map(() => null))
    expect(made.measures.map((row) => row.content)).toEqual(
      expect.arrayContaining(before.measures.map((row) => row.content)),
    )
    expect(made.people).toEqual([])
  })

  it('what the plant has no more is left out; a name is given once; another tenant has none of it', async () => {
    const workId = await plant.draft()
    const { id } = await plant.take('u1', tickets.templateSave, { workId, templateName: '泵检修' })
    const again = await plant.call('u1', tickets.templateSave, { workId, templateName: '泵检修' })
    expect(again.message).toContain('已有名为')
    await plant.world.database.pool.query(`update lo_point set del_flag = 1 where id = 'demo-pt3'`)
    const made = await plant.take('u1', tickets.fromTemplate, { templateId: id })
    expect(made.points.map((row) => row.pointId)).not.toContain('demo-pt3')
    const stranger = plant.as('u1', { tenantId: 9 })
    expect((await stranger.get(tickets.templates.path)).result).toEqual([])
    const foreign = await stranger.post(tickets.fromTemplate.path, {
      templateId: id,
      clientOpId: '01HZX7K9Q2M3N4P5R6S7T8V9WX',
    })
    expect(foreign.success).toBe(false)
  })
})
