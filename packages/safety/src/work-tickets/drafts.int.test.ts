import { workTicketEndpoints as tickets } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeAll(async () => {
  plant = await createTicketWorld()
})
afterAll(() => plant[Symbol.asyncDispose]())

describe('a draft', () => {
  it('T01 is written only by an issuer, with a number gapless per day, type and department', async () => {
    const numbers: string[] = []
    for (let n = 0; n < 2; n += 1) {
      const id = await plant.draft()
      numbers.push((await plant.detail(id)).ticket.workNo)
      // A refused save gives its number back.
      await plant.call('u1', tickets.saveDraft, demoDraft({ points: [{ pointId: 'nowhere' }] }))
    }
    expect(numbers).toEqual(['A01A02-10-20261201-0001', 'A01A02-10-20261201-0002'])
    const answer = await plant.call('u6', tickets.saveDraft, demoDraft())
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('签发人') })
  })

  it('T02 is edited by its author or an issuer of his department, never by others', async () => {
    const id = await plant.draft()
    const change = { ...demoDraft({ place: '别处' }), id, revision: 1 }
    expect((await plant.call('u5', tickets.saveDraft, change)).message).toContain('只有申请人')
    const colleague = plant.as('u13', { roleCodes: ['ISSUE'], orgCode: 'A01A02', orgCodes: ['A01A02'] })
    const edited = await colleague.post(tickets.saveDraft.path, { ...change, clientOpId: newUlid() })
    expect(edited).toMatchObject({ success: true, result: { ticket: { place: '别处', revision: 2 } } })
  })

  it('two browsers edit one draft: the second is told the difference and nothing is lost', async () => {
    const id = await plant.draft()
    const seen = (await plant.detail(id)).ticket.revision
    const first = demoDraft({ id, revision: seen, place: '甲处', measures: [{ content: '甲的措施' }] })
    const second = demoDraft({ id, revision: seen, place: '乙处', content: '乙的内容' })
    await plant.take('u1', tickets.saveDraft, first)
    const stale = await plant.call('u1', tickets.saveDraft, second)
    expect(stale).toMatchObject({ success: false, code: 4090 })
    expect(stale.result).toMatchObject({
      revision: seen + 1,
      difference: [
        { field: 'place', label: '作业地点', stored: '甲处', yours: '乙处' },
        { field: 'content', stored: '更换机械密封并检查轴承', yours: '乙的内容' },
        { field: 'measures', stored: '甲的措施' },
      ],
    })
    const kept = await plant.detail(id)
    expect(kept.ticket['place']).toBe('甲处')
    expect(kept.measures.map((row) => row['content'])).toEqual(['甲的措施'])
    const blind = await plant.call('u1', tickets.saveDraft, demoDraft({ id }))
    expect(blind).toMatchObject({ success: false, code: 4090 })
  })

  it('an event on an older revision is refused with what happened since', async () => {
    const id = await plant.draft()
    await plant.take('u1', tickets.saveDraft, demoDraft({ id, revision: 1, place: '丙处' }))
    const stale = await plant.call('u1', tickets.submit, { workId: id, revision: 1 })
    expect(stale).toMatchObject({ success: false, code: 4090 })
    expect(stale.result).toMatchObject({
      revision: 2,
      since: [{ event: 'edit', actorName: '张签', changes: [{ field: 'place', new: '丙处' }] }],
    })
  })

  it('a repeated operation id answers as the first time and writes once', async () => {
    const clientOpId = newUlid()
    const first = await plant.call('u1', tickets.saveDraft, { ...demoDraft(), clientOpId })
    const again = await plant.call('u1', tickets.saveDraft, { ...demoDraft(), clientOpId })
    expect(again.result.ticket.id).toBe(first.result.ticket.id)
    const other = await plant.call('u1', tickets.saveDraft, { ...demoDraft({ place: '别处' }), clientOpId })
    expect(other.message).toContain('操作号已被使用')
    expect(again.result.ticket['place']).toBe('压缩机房 P-101 泵位')
    const asOther = await plant.call('u1', tickets.submit, { workId: first.result.ticket.id, clientOpId })
    expect(asOther.message).toContain('操作号已被使用')
    const malformed = await plant.call('u1', tickets.submit, {
      workId: first.result.ticket.id,
      clientOpId: '1',
    })
    expect(malformed.message).toContain('ULID')
  })

  it('T03 is deleted while it was never submitted; T51 afterwards nothing brings it back', async () => {
    const id = await plant.draft()
    expect(await plant.call('u6', tickets.remove, { workId: id })).toMatchObject({ code: 4030 })
    await plant.take('u1', tickets.remove, { workId: id })
    expect((await plant.call('u1', tickets.detail, { id })).message).toBe('未找到对应实体')
    const submitted = await plant.draft()
    await plant.take('u1', tickets.submit, { workId: submitted })
    await plant.take('u1', tickets.withdraw, { workId: submitted })
    const answer = await plant.call('u1', tickets.remove, { workId: submitted })
    expect(answer).toMatchObject({ success: false, code: 4201 })
    await plant.take('u1', tickets.void, { workId: submitted, reason: '不做了' })
    const revived = await plant.call('u1', tickets.saveDraft, demoDraft({ id: submitted, revision: 9 }))
    expect(revived.success).toBe(false)
  })

  it('is copied from any ticket the issuer sees, with its rows, to a day to come', async () => {
    const id = await plant.draft()
    const copy = await plant.take('u1', tickets.copy, { workId: id })
    expect(copy.ticket.id).not.toBe(id)
    expect(copy.ticket).toMatchObject({ workStatus: 0, round: 1, planStart: '2026-12-02 09:00:00' })
    expect([copy.points, copy.locks, copy.people, copy.measures].map((rows) => rows.length)).toEqual([
      4, 5, 7, 2,
    ])
  })
})
