import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeAll(async () => {
  plant = await createTicketWorld()
})
afterAll(() => plant[Symbol.asyncDispose]())

describe('bad input in a draft (§9.1)', () => {
  it.each([
    ['no name', { workName: '' }, '作业名称至少 2 个字'],
    ['201 characters', { workName: '检'.repeat(201) }, '作业名称最多 200 个字'],
    ['a time that is none', { planStart: '2026-02-31 09:00:00' }, '日期或时间不存在'],
    ['another form of time', { planStart: '2026/12/01 9:00' }, 'YYYY-MM-DD HH:mm:ss'],
    ['an unknown type', { workType: 'XX' }, '作业类型“XX”不在可选范围内'],
    ['an unknown hazard', { hazards: ['77'] }, '危害辨识“77”'],
    ['an unknown role', { people: [{ userId: 'u5', roleTag: 'BOSS' }] }, '人员角色“BOSS”'],
    ['an unknown person', { people: [{ userId: 'nobody', roleTag: 'LEAD' }] }, '不存在或已删除'],
    ['an unknown area', { areaId: 'nowhere' }, '作业区域不存在'],
    ['an unknown point', { points: [{ pointId: 'nowhere' }] }, '隔离点不存在或已删除'],
    [
      'the same point twice',
      { points: [{ pointId: 'demo-pt1' }, { pointId: 'demo-pt1' }] },
      '同一隔离点重复添加',
    ],
    [
      'one lock on two points',
      {
        points: [
          { pointId: 'demo-pt1', plannedLockId: 'demo-lk1' },
          { pointId: 'demo-pt2', plannedLockId: 'demo-lk1' },
        ],
      },
      '同一锁具用在了两个隔离点上',
    ],
    [
      'a person twice in one role',
      {
        people: [
          { userId: 'u6', roleTag: 'WORK' },
          { userId: 'u6', roleTag: 'WORK' },
        ],
      },
      '同一人员以同一角色重复添加',
    ],
  ] as const)('%s is a field error and stores nothing', async (_what, changes, text) => {
    const draft = { ...demoDraft(), ...changes }
    const answer = await plant.call('u1', tickets.saveDraft, draft)
    expect(answer).toMatchObject({ success: false, code: 500 })
    expect(answer.message).toContain(text)
    const { rows } = await plant.world.database.pool.query('select count(*)::int as n from lo_work')
    expect(rows[0].n).toBe(0)
  })
})
