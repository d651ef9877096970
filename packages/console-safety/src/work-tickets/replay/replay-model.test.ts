import type { TicketReplay } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import { currentMoment, momentsOf, neighbour, played } from './replay-model.ts'

const event = (seq: number, at: number, name: string, said: unknown = null, delta = {}) => ({
  seq,
  at,
  event: name,
  transId: `T${seq}`,
  fromStatus: 0,
  toStatus: seq,
  fromPhase: 0,
  toPhase: 0,
  actorName: '郑隔',
  said,
  delta,
})
const replay: TicketReplay = {
  workId: 'W',
  from: 1000,
  to: 9000,
  serverTime: 9000,
  isWhole: true,
  events: [
    event(1, 1000, 'create', null, {
      points: { i1: { id: 'i1', pointId: 'PT1', pointCode: 'Q1', orderNum: 1 } },
      locks: { l1: { id: 'l1', lockId: 'LK1', lockCode: 'LK1' } },
    }),
    event(2, 5000, 'pointLock', { pointId: 'PT1', lockId: 'LK1' }),
  ],
  lockEvents: [
    { lockId: 'LK1', at: 500, eventType: 'OPEN', userName: null, latch: 0, shackle: 0, succeeded: true },
    { lockId: 'LK1', at: 4000, eventType: 'CLOSE', userName: '郑隔', latch: 1, shackle: 1, succeeded: true },
  ],
  decisions: [
    {
      decisionId: 'd',
      at: 7000,
      userId: 'u6',
      lockId: 'LK1',
      allow: false,
      code: 'R06',
      userName: '孙作',
      lockCode: 'LK1',
    },
  ],
  scene: null,
}

describe('replay of a ticket (M5)', () => {
  const moments = momentsOf(replay)

  it('lists what happened in order, in words; what locks said before the ticket is no moment of it', () => {
    expect(moments.map((each) => `${each.at} ${each.title}`)).toEqual([
      '1000 新建',
      '4000 LK1 关锁',
      '5000 隔离点上锁',
      '7000 开锁判定：拒绝',
    ])
    expect(moments[2]?.about).toContain('Q1')
  })

  it('jumps to the next and the previous event and knows where it is', () => {
    expect(neighbour(moments, 4000, 1)?.at).toBe(5000)
    expect(neighbour(moments, 4500, -1)?.at).toBe(4000)
    expect(neighbour(moments, 7000, 1)).toBeNull()
    expect(currentMoment(moments, 6999)?.title).toBe('隔离点上锁')
    expect(currentMoment(moments, 0)).toBeNull()
  })

  it('plays to the end and stops there', () => {
    expect(played(1000, 9000, 10, 100)).toEqual({ at: 2000, ended: false })
    expect(played(8500, 9000, 10, 100)).toEqual({ at: 9000, ended: true })
  })
})
