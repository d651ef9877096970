import { describe, expect, test } from 'vitest'
import { failing, refused, stateOf, taken } from '../testing/advanced.ts'
import type { PointRule, PointState } from '../isolation/index.ts'
import { facts, hold, person, point, points, policy, ticket } from '../testing/plant.ts'
import { advance, type Advanced } from './advance.ts'
import type { TicketEvent } from './events.ts'
import type { ClosureFact, TicketFacts } from './facts.ts'

// No point is given back while somebody relies on it (T17, T38, T43).

const does = (answer: Advanced) => answer.effects.map((effect) => effect.do)

describe('T38 partial release', () => {
  const release: TicketEvent = { type: 'groupRelease', group: 2 }
  const grouped = points(5).map((each) => (each.pointId === 'PT1' ? { ...each, releaseGroup: 2 } : each))
  const holds = ['PT1', 'PT2', 'PT3'].map((id) => hold(id, { releaseGroup: id === 'PT1' ? 2 : 1 }))
  const ownLock = (userId: string, pointId: string, releaseGroup: number) =>
    hold(pointId, { holdId: `P-${userId}`, holdType: 2, userId, releaseGroup })
  /** E-1 is gone for good, so Q1 is no longer needed. */
  const given = (change: Partial<TicketFacts>): TicketFacts => {
    const all = facts('u5', '13:00', { points: grouped, holds, ...change })
    return {
      ...all,
      energy: all.energy && {
        nodes: all.energy.nodes.filter((node) => node.id !== 'E-1'),
        edges: all.energy.edges.filter((edge) => edge.fromId !== 'E-1'),
      },
    }
  }
  const working = ticket(20, 20)
  const inside = [person('u6', { onSite: true, personalLockOn: false }), person('u7')]

  test('T38 G17: where no personal locks are asked, whoever is inside relies on every point: the group stays', () => {
    const answer = refused(
      working,
      release,
      given({ policy: { ...policy, personalLock: false }, persons: inside }),
    )
    expect(failing(answer)).toEqual(['G17'])
    expect(answer.message).toContain('孙作')
    const out = given({ policy: { ...policy, personalLock: false }, persons: [person('u6'), person('u7')] })
    expect(taken(working, release, out).waitingFor).toEqual(['PERMIT'])
  })

  test('T38 G17: whoever is inside behind his own lock on a point that stays does not hold the group', () => {
    const locked = [person('u6', { onSite: true, personalLockOn: true }), person('u7')]
    const behind = given({ persons: locked, holds: [...holds, ownLock('u6', 'PT2', 1)] })
    expect(taken(working, release, behind).waitingFor).toEqual(['PERMIT'])
    const onGroup = given({ persons: locked, holds: [...holds, ownLock('u6', 'PT1', 2)] })
    expect(failing(refused(working, release, onGroup))).toEqual(['G18'])
    // A head the list does not know is a head inside.
    expect(failing(refused(ticket(20, 20, { onSiteCount: 2 }), release, behind))).toEqual(['G17'])
  })

  test('T38 G17: with his lock on every point that stays he is behind them, with one less he is not', () => {
    const lacks = (...ownLockMissing: string[]) =>
      given({
        persons: [person('u6', { onSite: true, personalLockOn: false, ownLockMissing }), person('u7')],
        holds: [...holds, ownLock('u6', 'PT2', 1)],
      })
    const group = grouped.filter(({ releaseGroup }) => releaseGroup === 2).map(({ pointCode }) => pointCode)
    expect(taken(working, release, lacks(...group)).waitingFor).toEqual(['PERMIT'])
    expect(failing(refused(working, release, lacks(...group, 'V-3')))).toEqual(['G17'])
  })

  test('T38 G17: a lock that proves nothing, lost or on a drain, protects nobody inside: the group stays', () => {
    // As `loadPersons` says it (G13): the hold stands, and he is not behind a lock.
    const given1 = given({ persons: inside, holds: [...holds, ownLock('u6', 'PT4', 1)] })
    const answer = refused(working, release, given1)
    expect(failing(answer)).toEqual(['G17'])
    expect(answer.message).toContain('孙作')
  })

  const rule = (expr: string): PointRule => ({
    ruleId: 'r1',
    pointId: 'PT1',
    pointCode: 'PT1',
    action: 'CLOSE_POS',
    kind: 'FP1',
    expr,
    message: '合 Q1 前须打开 V-101',
    normalPos: 'ON',
    safePos: 'OFF',
  })
  const stands = (pointCode: string, current: number): PointState => ({
    pointCode,
    state: current,
    normalPos: pointCode === 'PT1' ? 'ON' : 'OPEN',
    safePos: pointCode === 'PT1' ? 'OFF' : 'SHUT',
    lockUnsure: false,
  })

  test('T38 R08: no point of the group goes back against its five preventions', () => {
    const prevention = { rules: [rule('PT2.open')], points: [stands('PT1', 3), stands('PT2', 3)] }
    const answer = refused(working, release, given({ prevention }))
    expect(failing(answer)).toEqual(['R08'])
    expect(answer.message).toContain('合 Q1 前须打开 V-101')
    const open = { ...prevention, points: [stands('PT1', 3), stands('PT2', 0)] }
    expect(taken(working, release, given({ prevention: open })).waitingFor).toEqual(['PERMIT'])
  })

  test('T38 R08: points of one group are judged one after the other, last placed first', () => {
    const both = grouped.map((each) => (each.pointId === 'PT2' ? { ...each, releaseGroup: 2 } : each))
    // PT2 goes back before PT1, so PT1 finds it open; the other way round it would not.
    const prevention = { rules: [rule('PT2.open')], points: [stands('PT1', 3), stands('PT2', 3)] }
    const answer = advance(working, release, given({ points: both, prevention }))
    expect(answer.ok ? [] : failing(answer)).not.toContain('R08')
    const other = {
      ...prevention,
      rules: [
        {
          ...rule('PT1.closed'),
          pointId: 'PT2',
          pointCode: 'PT2',
          action: 'OPEN_POS' as const,
          normalPos: 'OPEN' as const,
          safePos: 'SHUT' as const,
        },
      ],
    }
    const wrong = advance(working, release, given({ points: both, prevention: other }))
    expect(wrong.ok ? [] : failing(wrong)).toContain('R08')
  })
})

describe('T43 restoring', () => {
  const restore: TicketEvent = { type: 'pointRestore', pointId: 'PT3' }
  const releasing = ticket(20, 24)
  const drainShut = [...points(5).slice(0, 3), point('PT4', 8)]
  /** The lock of PT3 last told this of itself. */
  const standing = (told: Partial<ClosureFact>) =>
    drainShut.map((each) =>
      each.pointId === 'PT3' && each.closure ? { ...each, closure: { ...each.closure, ...told } } : each,
    )
  const ours = { holds: [hold('PT3')] }

  test('T43: nothing is restored while its lock reports itself shut; who is refused reads which lock to open', () => {
    const answer = refused(releasing, restore, facts('u9', '15:10', { points: drainShut, ...ours }))
    expect(failing(answer)).toEqual(['T43'])
    expect(answer.message).toContain('锁具 LK3 报告仍锁闭')
    expect(answer.rules.find(({ id }) => id === 'T43')?.fix).toEqual([
      '由隔离人凭本票打开锁具 LK3，锁回报打开后再登记恢复',
    ])
    for (const lockStatus of [2, 3] as const) {
      const open = facts('u9', '15:10', { points: standing({ lockStatus }), ...ours })
      expect(taken(releasing, restore, open).transId).toBe('T43')
    }
  })

  test.each([
    ['passive: it tells only when a key touches it', { reach: 'passive' }],
    ['low-power: it tells at its next heartbeat', { reach: 'lowPower' }],
    ['silent: what it told has grown old', { trust: 2 }],
    ['claimed by a person', { trust: 3 }],
    ['unknown', { trust: 9, lockStatus: 0 }],
  ] as const)('T43: the isolator’s word stands where the lock is %s', (_, told) => {
    const given = facts('u9', '15:10', { points: standing(told), ...ours })
    expect(taken(releasing, restore, given).transId).toBe('T43')
  })

  test('T43 waits for the drain that was opened behind the point, as T44 does', () => {
    const open = facts('u9', '15:10', { points: points(5), holds: [hold('PT3')] })
    const answer = refused(releasing, restore, open)
    expect(failing(answer)).toEqual(['T43'])
    expect(answer.message).toContain('须先恢复 PT4')
    const given = facts('u9', '15:10', { points: standing({ lockStatus: 2 }), holds: [hold('PT3')] })
    expect(taken(releasing, restore, given).transId).toBe('T43')
    // The drain itself waits for nobody, and a drain of a line that was isolated before does not hold this one.
    const drain = facts('u9', '15:10', { points: points(5) })
    expect(taken(releasing, { type: 'pointRestore', pointId: 'PT4' }, drain).transId).toBe('T43')
    const before = points(5).map((each) => (each.pointId === 'PT4' ? { ...each, order: 2 } : each))
    expect(taken(releasing, restore, facts('u9', '15:10', { points: before })).transId).toBe('T43')
  })

  const foreign = (change: Parameters<typeof hold>[1] = {}) =>
    hold('PT3', {
      holdId: 'HX',
      workId: 'W2',
      workNo: 'A01-10-20261201-0002',
      lockId: 'LX',
      lockCode: 'LX',
      ...change,
    })
  const shared = (other: ReturnType<typeof hold>) =>
    facts('u9', '15:10', { points: drainShut, holds: [hold('PT3'), other] })

  test('T43 G24: with another ticket on the point our lock is handed back to who placed it, and the point stays', () => {
    const answer = taken(releasing, restore, shared(foreign()))
    expect(does(answer)).toEqual(['hold.release', 'point.set', 'tag.remove', 'lock.handBack'])
    expect(answer.effects).toContainEqual({ do: 'lock.handBack', lockId: 'LK3', userId: 'u9' })
  })

  test('T43: what the plan marks stays marked when the lock is off (T04, T53)', () => {
    const marked = hold('PT3', { holdId: 'HP', holdType: 0, state: 3 })
    const given = facts('u9', '15:10', { points: standing({ lockStatus: 2 }), holds: [hold('PT3'), marked] })
    const released = taken(releasing, restore, given).effects.find((effect) => effect.do === 'hold.release')
    expect(released).toMatchObject({ holdIds: [hold('PT3').holdId] })
  })

  test('T43 G24: a lock another ticket rests on is not ours to take off', () => {
    const same = shared(foreign({ lockId: 'LK3', lockCode: 'LK3' }))
    expect(does(taken(releasing, restore, same))).toEqual(['hold.release', 'point.set', 'tag.remove'])
  })

  test('T43: while the other ticket’s lock does not stand shut, ours is what protects its people: it stays', () => {
    const answer = refused(releasing, restore, shared(foreign({ lockShut: false })))
    expect(failing(answer)).toEqual(['T43'])
    expect(answer.message).toContain('LX')
    // It gives the point back too: nobody works behind it any more, and somebody must be first.
    const both = shared(foreign({ lockShut: false, releasing: true }))
    expect(taken(releasing, restore, both).transId).toBe('T43')
  })
})

describe('T17 the end of the window', () => {
  const expire: TicketEvent = { type: 'expire' }

  test.each([
    ['operated and not locked', [point('PT1', 1), point('PT2', 0)]],
    ['a drain that stands open', [point('PT1', 0), point('PT4', 4)]],
    ['in doubt', [point('PT1', 9)]],
  ])('T17 leads an isolation with a point %s through restoring', (_name, list) => {
    const answer = taken(ticket(4, 10), expire, facts('system', '17:00', { points: list }))
    expect(stateOf(answer)).toBe('40/24')
    expect(answer.ticket.closeFlag).toBe(false)
    // The isolator restores under L4, for which he needs his grant (R06).
    expect(does(answer)).not.toContain('grants.revoke')
    expect(answer.effects).toContainEqual({ do: 'grants.activate', roles: ['ISO', 'VERIFY'] })
  })

  test('T17 closes an isolation in which nothing was touched', () => {
    const answer = taken(ticket(4, 10), expire, facts('system', '17:00', { points: points(0) }))
    expect([stateOf(answer), answer.ticket.closeFlag]).toEqual(['40/30', true])
    expect(does(answer)).toContain('grants.revoke')
  })

  // Offline entries are counted in isolation too (T28 presenceReported).
  test.each([10, 11, 12] as const)(
    'T17 A18 T29: somebody reported inside offline in 4/%i is told of like at T40, and is let out',
    (phase) => {
      const inside = [person('u6', { onSite: true })]
      const locked = facts('system', '17:00', { points: points(3), persons: inside })
      const answer = taken(ticket(4, phase, { onSiteCount: 1 }), expire, locked)
      expect(stateOf(answer)).toBe('40/24')
      expect(answer.effects).toContainEqual(
        expect.objectContaining({
          do: 'alarm.raise',
          alarmType: 'A18',
          level: 3,
          text: '到期仍在现场：孙作',
        }),
      )
      const out: TicketEvent = { type: 'personOut', userId: 'u6' }
      const last = taken(answer.ticket, out, facts('u6', '17:05', { persons: inside }))
      expect(last.effects).toContainEqual({ do: 'alarm.recover', alarmType: 'A18' })
    },
  )

  test('T17 G17: with somebody inside no ticket ends, though nothing was touched', () => {
    const untouched = facts('system', '17:00', {
      points: points(0),
      persons: [person('u6', { onSite: true })],
    })
    const answer = taken(ticket(4, 10, { onSiteCount: 1 }), expire, untouched)
    expect([stateOf(answer), answer.ticket.closeFlag]).toEqual(['40/24', false])
    expect(does(answer)).toContain('alarm.raise')
  })

  test('T17 A18: nobody inside, no alarm', () => {
    const answer = taken(ticket(4, 12), expire, facts('system', '17:00', { points: points(5) }))
    expect(does(answer)).not.toContain('alarm.raise')
  })

  test('T17 T43: a point that was operated and never locked is restored in 40/24', () => {
    const given = facts('u9', '17:10', { points: [point('PT1', 1), point('PT2', 0)] })
    const answer = taken(ticket(40, 24), { type: 'pointRestore', pointId: 'PT1' }, given)
    expect(answer.effects).toContainEqual({ do: 'point.set', pointId: 'PT1', state: 8 })
  })
})
