import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const must = '能量已释放并由两人确认'
const template = (lines: unknown) =>
  plant.world.database.pool.query(
    `update lo_work_type set measures_tpl = $1 where type_code = '10' and level_code = '2'`,
    [JSON.stringify(lines)],
  )
const contentsOf = async (workId: string) =>
  (await plant.detail(workId)).measures.map(({ content, involve }) => [content, involve])

describe('measures of the kind of work (3-domain.md §3.4 measuresTpl)', () => {
  it('are offered for the type and level that was chosen', async () => {
    await template(['挂警示牌', { content: must, must: 1, controlRank: 1 }])
    const asked = { workType: '10', workLevel: '2' }
    expect(await plant.take('u1', tickets.measureTemplate, asked)).toEqual([
      { content: '挂警示牌', must: 0, controlRank: null },
      { content: must, must: 1, controlRank: 1 },
    ])
    expect(await plant.take('u1', tickets.measureTemplate, { ...asked, workType: '08' })).not.toContainEqual(
      expect.objectContaining({ content: must }),
    )
  })

  it('those it demands cannot be left out of a draft, nor be said not to apply; others stay as they are', async () => {
    await template(['挂警示牌', { content: must, must: 1 }])
    const id = await plant.draft({ measures: [{ content: '自备措施' }] })
    expect(await contentsOf(id)).toEqual([
      ['自备措施', 1],
      [must, 1],
    ])
    const { revision } = (await plant.detail(id)).ticket
    const measures = [
      { content: must, involve: 0 },
      { content: '自备措施', involve: 0 },
    ]
    await plant.take('u1', tickets.saveDraft, { ...demoDraft({ measures }), id, revision })
    expect(await contentsOf(id)).toEqual([
      [must, 1],
      ['自备措施', 0],
    ])
  })

  it('G01: what the plant has come to demand since the draft was saved is named when it is submitted', async () => {
    const id = await plant.draft()
    await template([{ content: must, must: 1 }])
    plant.at('08:00')
    const refused = await plant.call('u1', tickets.submit, { workId: id })
    expect(refused).toMatchObject({ success: false, code: 4216 })
    expect(refused.message).toContain(`缺少该作业必须的安全措施“${must}”`)
    const { revision } = (await plant.detail(id)).ticket
    await plant.take('u1', tickets.saveDraft, { ...demoDraft(), id, revision })
    await plant.take('u1', tickets.submit, { workId: id })
  })

  it('a template that cannot be read lets nothing through, and says who mends it', async () => {
    await template({ nonsense: true })
    const id = await plant.draft()
    plant.at('08:00')
    const refused = await plant.call('u1', tickets.submit, { workId: id })
    expect(refused.message).toContain('安全措施模板无法识别，请由管理员在“作业策略”中改正')
  })
})
