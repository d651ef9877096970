import { describe, expect, test } from 'vitest'
import { failing, refused, stateOf, taken } from '../testing/advanced.ts'
import { at, facts, hold, person, point, points, policy, proof, stepRow, ticket } from '../testing/plant.ts'
import { rolesOf } from './advance.ts'
import type { TicketEvent } from './events.ts'
import type { HandoverFact } from './execution-facts.ts'
import type { TicketFacts } from './facts.ts'
import { handoverChecks } from './handover.ts'

const working = ticket(20, 20)
const allChecks = handoverChecks.map(({ code }) => code)

const deal = (change: Partial<HandoverFact> = {}): HandoverFact => ({
  handoverId: 'h1',
  roleTag: 'LEAD',
  fromUserId: 'u5',
  fromName: '钱工',
  toUserId: 'u5b',
  state: 0,
  acceptedAt: null,
  incoming: person('u5b', { roleTags: [], personalLockOn: false }),
  holdsPost: true,
  ...change,
})
const accepted = { state: 1, acceptedAt: at('16:00') } as const
const done: TicketEvent = { type: 'handoverDone', handoverId: 'h1', checks: allChecks }

describe('T34 handover', () => {
  const ask: TicketEvent = { type: 'handoverAsk', handoverId: 'h1' }

  test('goes ask, accept, done; the tag changes hands only with the last sign (SC15)', () => {
    expect(taken(working, ask, facts('u5', '15:55', { handovers: [deal()] })).effects).not.toContainEqual(
      expect.objectContaining({ do: 'role.switch' }),
    )
    const accept: TicketEvent = { type: 'handoverAccept', handoverId: 'h1' }
    expect(taken(working, accept, facts('u5b', '16:00', { handovers: [deal()] })).effects).toEqual([
      { do: 'handover.set', handoverId: 'h1', state: 1 },
    ])
    const answer = taken(working, done, facts('u5', '16:05', { handovers: [deal(accepted)] }))
    expect(answer.ticket.leaderId).toBe('u5b')
    expect(answer.effects).toContainEqual({
      do: 'role.switch',
      roleTag: 'LEAD',
      fromUserId: 'u5',
      toUserId: 'u5b',
    })
    expect(stateOf(answer)).toBe('20/20')
  })

  test('G22: the outgoing is not released before the incoming has accepted and both have walked the site', () => {
    const early = refused(working, done, facts('u5', '16:05', { handovers: [deal()] }))
    expect(failing(early)).toEqual(['G22'])
    expect(early.message).toContain('尚未接收')
    const unseen: TicketEvent = { ...done, checks: ['points'] }
    const half = refused(working, unseen, facts('u5', '16:05', { handovers: [deal(accepted)] }))
    expect(half.message).toContain('现场交接检查未完成')
  })

  test('G22: a worker’s successor has his own lock on, and the worker is out', () => {
    const worker = deal({ ...accepted, roleTag: 'WORK', fromUserId: 'u6', fromName: '孙作', toUserId: 'u6b' })
    const given = facts('u6', '16:05', { handovers: [worker], persons: [person('u6', { onSite: true })] })
    const answer = refused(working, done, given)
    expect(answer.message).toMatch(/尚未上个人锁.*孙作 仍在现场/)
    const locked = { ...worker, incoming: person('u6b', { roleTags: [], personalLockOn: true }) }
    expect(taken(working, done, facts('u6', '16:06', { handovers: [locked] })).transId).toBe('T34')
  })

  test('T26: who has accepted may lock on before he is listed; who has only been asked may not', () => {
    const lockOn: TicketEvent = {
      type: 'personalLockOn',
      userId: 'u6b',
      lockId: 'PL6B',
      ownerId: 'u6b',
      pointId: null,
      boxId: 'LB1',
    }
    const worker = deal({ roleTag: 'WORK', fromUserId: 'u6', toUserId: 'u6b' })
    expect(failing(refused(working, lockOn, facts('u6b', '16:00', { handovers: [worker] })))).toEqual(['T26'])
    const given = facts('u6b', '16:01', { handovers: [{ ...worker, ...accepted }] })
    expect(taken(working, lockOn, given).transId).toBe('T26')
  })

  test('G03 G04 judge the incoming in the tag he is to take', () => {
    const guard = deal({ roleTag: 'GUARD', fromUserId: 'u8', toUserId: 'u6', incoming: person('u6') })
    expect(failing(refused(working, ask, facts('u8', '16:00', { handovers: [guard] })))).toEqual(['G04'])
    const bare = person('u5b', {
      roleTags: [],
      requiredCerts: [{ certType: '08', certName: '上锁挂牌授权' }],
    })
    const lead = deal({ incoming: bare })
    expect(failing(refused(working, ask, facts('u5', '16:00', { handovers: [lead] })))).toEqual(['G03'])
  })

  test('only the holder asks, only the incoming accepts, only the outgoing ends it', () => {
    const open = { handovers: [deal()] }
    expect(failing(refused(working, ask, facts('u6', '16:00', open)))).toContain('T34')
    const accept: TicketEvent = { type: 'handoverAccept', handoverId: 'h1' }
    expect(refused(working, accept, facts('u5', '16:00', open)).code).toBe('LO-4030')
    expect(refused(working, done, facts('u5b', '16:00', open)).code).toBe('LO-4030')
    expect(rolesOf(working, null, facts('u5b', '16:00', open))).toContain('INCOMING')
  })
})

describe('T35 T36 T37 test run', () => {
  const begin: TicketEvent = {
    type: 'testBegin',
    pointIds: ['PT1'],
    userIds: ['u9'],
    minutes: 30,
    toolsCleared: true,
  }
  const key = {
    event: 'testBegin',
    index: 0,
    userId: 'u5',
    userName: '钱工',
    at: at('13:00'),
    args: { pointIds: ['PT1'], userIds: ['u9'], minutes: 30, toolsCleared: true },
  }
  const proven = {
    points: points(5),
    holds: points(5)
      .slice(0, 3)
      .map((each) => hold(each.pointId)),
  }

  test('LEAD asks, PERMIT confirms the same; the set is lifted for named people and minutes', () => {
    expect(taken(working, begin, facts('u5', '13:00', proven)).waitingFor).toEqual(['PERMIT'])
    const given = facts('u4', '13:02', { ...proven, keys: [key] })
    expect(refused(working, { ...begin, minutes: 60 }, given).message).toContain('不一致')
    const answer = taken(working, begin, given)
    expect(stateOf(answer)).toBe('20/22')
    expect(answer.effects).toEqual(
      expect.arrayContaining([
        { do: 'point.set', pointId: 'PT1', state: 6 },
        { do: 'hold.lift', pointIds: ['PT1'] },
        { do: 'test.begin', pointIds: ['PT1'], userIds: ['u9'], until: at('13:32') },
      ]),
    )
  })

  test('refused with people inside (G17), their locks on the set (G18), another ticket’s hold (G24), nobody told (G21)', () => {
    const given = facts('u5', '13:00', {
      ...proven,
      persons: [person('u6', { onSite: true }), person('u9')],
      holds: [
        ...proven.holds,
        hold('PT1', { holdId: 'p', holdType: 2, userId: 'u6', userName: '孙作', lockCode: 'PL6' }),
        hold('PT1', { holdId: 'o', workId: 'W2', workNo: 'OTHER' }),
      ],
      notifiedAt: null,
    })
    expect(failing(refused(working, begin, given))).toEqual(['G17', 'G18', 'G21', 'G24'])
  })

  test('T35 refuses an unproven point, a stranger, too many minutes and tools left behind', () => {
    const wrong: TicketEvent = {
      ...begin,
      pointIds: ['PT9'],
      userIds: ['u6'],
      minutes: 500,
      toolsCleared: false,
    }
    const { message } = refused(working, wrong, facts('u5', '13:00', proven))
    for (const part of ['请选择本票', '孙作 不是', '1 至 120', '工具']) expect(message).toContain(part)
  })

  test('T36 ends the test only de-energised; the set waits to be locked', () => {
    const list = [point('PT1', 6), ...points(5).slice(1)]
    const given = facts('u4', '13:20', { points: list })
    expect(refused(ticket(20, 22), { type: 'testEnd', deEnergised: false }, given).message).toContain(
      '断开能量',
    )
    const answer = taken(ticket(20, 22), { type: 'testEnd', deEnergised: true }, given)
    expect(stateOf(answer)).toBe('20/23')
    expect(answer.effects).toContainEqual({ do: 'point.set', pointId: 'PT1', state: 7 })
    expect(answer.effects).toContainEqual({ do: 'test.end' })
  })

  test('T37: only the original holder puts the lock back', () => {
    const operate: TicketEvent = { type: 'pointOperate', pointId: 'PT1', presenceProof: true }
    const list = [point('PT1', 7), ...points(5).slice(1)]
    const other = { points: list, holds: [hold('PT1', { state: 2, userId: 'u90', userName: '另一隔离人' })] }
    const answer = refused(ticket(20, 23), operate, facts('u9', '13:25', other))
    expect(failing(answer)).toEqual(['T37'])
    const own = { points: list, holds: [hold('PT1', { state: 2 })] }
    expect(taken(ticket(20, 23), operate, facts('u9', '13:25', own)).transId).toBe('T21')
  })

  test('T37: work goes on when the lifted set is locked and proven again; the rest needs no new report', () => {
    const fresh = point('PT1', 5, {
      closure: { ...points(5)[0]!.closure!, confirmedAt: at('13:28'), closedAt: at('13:28') },
      proof: proof(at('13:29')),
    })
    const testRun = { pointIds: ['PT1'], userIds: ['u9'], until: at('13:30') }
    const given = facts('u10', '13:30', { points: [fresh, ...points(5).slice(1)], testRun })
    const answer = taken(ticket(20, 23), { type: 'relocked' }, given)
    expect(stateOf(answer)).toBe('20/20')
    const open = { ...given, points: [point('PT1', 3), ...points(5).slice(1)] }
    expect(failing(refused(ticket(20, 23), { type: 'relocked' }, open))).toEqual(
      expect.arrayContaining(['T37', 'G12']),
    )
  })

  describe('T37 asks what a start asks', () => {
    const fresh = point('PT1', 5, {
      closure: { ...points(5)[0]!.closure!, confirmedAt: at('13:28'), closedAt: at('13:28') },
      proof: proof(at('13:29')),
    })
    const testRun = { pointIds: ['PT1'], userIds: ['u9'], until: at('13:30') }
    const all = [fresh, ...points(5).slice(1)]
    const given = (change: Partial<TicketFacts>, time = '13:30') =>
      facts('u10', time, { points: all, testRun, ...change })
    const gas = (sampleTime: number, pass = true) => ({
      required: true,
      needed: [{ gasCode: 'O2', position: '中部' }],
      tests: [{ gasCode: 'O2', position: '中部', sampleTime, pass, calibValidTo: at('23:00') }],
    })
    const overdue = proof(at('08:57'), { reVerifyDue: at('13:00') })

    test.each<[string, string, TicketFacts]>([
      ['G10: past the end', 'G10', given({}, '17:00')],
      ['G14: a gas test from before the test run', 'G14', given({ gas: gas(at('12:30')) })],
      ['G14: a gas test that failed', 'G14', given({ gas: gas(at('13:25'), false) })],
      [
        'G15: the guardian away',
        'G15',
        given({ persons: [person('u6'), person('u8', { checkedIn: false })] }),
      ],
      [
        'G13: somebody inside without his own lock',
        'G13',
        given({ persons: [person('u6', { onSite: true, personalLockOn: false }), person('u8')] }),
      ],
      ['G16: a level-3 alarm', 'G16', given({ alarms: [{ alarmType: 'A03', level: 3, source: 'LK2' }] })],
      ['G16: a stop order', 'G16', given({ stopOrder: '台风' })],
      [
        'G12: another point whose proof has lapsed meanwhile',
        'G12',
        given({ points: [fresh, point('PT2', 5, { proof: overdue }), ...points(5).slice(2)] }),
      ],
    ])('%s keeps the work from going on', (_name, guard, world) => {
      expect(failing(refused(ticket(20, 23), { type: 'relocked' }, world))).toContain(guard)
    })

    test('G14: a fresh test lets it go on', () => {
      const answer = taken(ticket(20, 23), { type: 'relocked' }, given({ gas: gas(at('13:25')) }))
      expect(stateOf(answer)).toBe('20/20')
    })
  })

  test('T37 T33: a test out of an interruption leads back into it; the cause is still to be closed', () => {
    const fresh = point('PT1', 5, {
      closure: { ...points(5)[0]!.closure!, confirmedAt: at('13:28'), closedAt: at('13:28') },
      proof: proof(at('13:29')),
    })
    const testRun = { pointIds: ['PT1'], userIds: ['u9'], until: at('13:30') }
    const given = facts('u10', '13:30', { points: [fresh, ...points(5).slice(1)], testRun })
    const answer = taken(ticket(20, 23, { suspendedAt: at('12:00') }), { type: 'relocked' }, given)
    expect(stateOf(answer)).toBe('20/21')
    expect(answer.ticket.suspendedAt).toBe(at('12:00'))
    expect(answer.effects.some((effect) => effect.do === 'grants.activate')).toBe(false)
  })

  test.each([
    ['T32', { type: 'suspend', reason: '停' }, 'u8', '13:10', '20/21'],
    ['T54', { type: 'expire' }, 'system', '17:00', '40/24'],
  ] as const)(
    '%s in phase 22 takes the power off: the lifted set waits to be locked',
    (id, event, who, time, to) => {
      const given = facts(who, time, { points: [point('PT1', 6), ...points(5).slice(1)] })
      const answer = taken(ticket(20, 22), event, given)
      expect([answer.transId, stateOf(answer)]).toEqual([id, to])
      expect(answer.effects).toContainEqual({ do: 'point.set', pointId: 'PT1', state: 7 })
      expect(answer.effects).toContainEqual({ do: 'test.end' })
    },
  )

  test('T33 refuses while a lifted point waits to be locked again (G11)', () => {
    const given = facts('u5', '13:20', { points: [point('PT1', 7), ...points(5).slice(1)] })
    expect(failing(refused(ticket(20, 21), { type: 'resume' }, given))).toContain('G11')
  })
})

describe('T38 partial release', () => {
  const release: TicketEvent = { type: 'groupRelease', group: 2 }
  const grouped = points(5).map((each) => (each.pointId === 'PT1' ? { ...each, releaseGroup: 2 } : each))
  const holds = ['PT1', 'PT2', 'PT3'].map((id) => hold(id, { releaseGroup: id === 'PT1' ? 2 : 1 }))
  /** E-1 is gone for good, so Q1 is no longer needed. */
  const without = (given: TicketFacts): TicketFacts => ({
    ...given,
    energy: given.energy && {
      nodes: given.energy.nodes.filter((node) => node.id !== 'E-1'),
      edges: given.energy.edges.filter((edge) => edge.fromId !== 'E-1'),
    },
  })

  test('gives the group back when what remains is still a cut (G05)', () => {
    const given = without(facts('u5', '13:00', { points: grouped, holds }))
    expect(taken(working, release, given).waitingFor).toEqual(['PERMIT'])
    const key = {
      event: 'groupRelease',
      index: 0,
      userId: 'u5',
      userName: '钱工',
      at: at('13:00'),
      args: { group: 2 },
    }
    const answer = taken(working, release, {
      ...given,
      ...facts('u4', '13:01'),
      points: grouped,
      holds,
      keys: [key],
      energy: given.energy,
    })
    expect(answer.effects).toEqual(
      expect.arrayContaining([
        { do: 'hold.release', holdIds: ['H-PT1'], mode: 1 },
        { do: 'point.set', pointId: 'PT1', state: 8 },
        { do: 'lock.handBack', lockId: 'LK1', userId: 'u9' },
      ]),
    )
  })

  test('refused when energy would reach the work (G05), without a map, or with a lock on the group (G18) or a foreign hold (G24)', () => {
    const given = facts('u5', '13:00', { points: grouped, holds })
    expect(failing(refused(working, release, given))).toEqual(['G05'])
    const unmapped = { ...given, energy: null, isolationStatement: '原方案已覆盖' }
    expect(failing(refused(working, release, unmapped))).toEqual(['G05'])
    const kept = without({
      ...given,
      holds: [
        ...holds,
        hold('PT1', { holdId: 'b', holdType: 3, userId: 'u6', releaseGroup: 1 }),
        hold('PT1', { holdId: 'o', workId: 'W2', workNo: 'OTHER' }),
      ],
    })
    expect(failing(refused(working, release, kept))).toEqual(['G18', 'G24'])
  })

  test('is not the end of the isolation: the last group goes with T41', () => {
    const one = facts('u5', '13:00', { points: points(5) })
    expect(refused(working, { type: 'groupRelease', group: 1 }, one).message).toContain('不再有隔离')
  })

  test('a point given back is asked of nobody when work resumes (G11 G12)', () => {
    const back = [point('PT1', 8), ...points(5).slice(1)].map((each) => ({
      ...each,
      closure: each.closure && { ...each.closure, confirmedAt: at('13:58') },
      proof: each.proof && { ...each.proof, at: at('13:59') },
    }))
    // What is left cuts the rest: T38 has shown it (G05).
    const rest = { energy: null, zoneIds: [], isolationStatement: '其余隔离点已核对' }
    const given = facts('u5', '14:00', { points: back, ...rest })
    expect(taken(ticket(20, 21), { type: 'resume' }, given).waitingFor).toEqual(['PERMIT'])
  })
})

describe('T39 extension', () => {
  const ask: TicketEvent = { type: 'extendAsk', extendId: 'x1', newEnd: at('19:00') }
  const extension = { extendId: 'x1', newEnd: at('19:00'), askBy: 'u5', askTime: at('15:00') }

  test('asked by the leader, decided by the original approver and the permitter; the end moves once', () => {
    expect(taken(working, ask, facts('u5', '15:00', { extension })).transId).toBe('T39')
    const approve: TicketEvent = { type: 'extendApprove', extendId: 'x1' }
    const steps = [stepRow('e1', 2, { status: 8 })]
    const given = { extension, steps, points: points(5) }
    expect(taken(working, approve, facts('u3', '15:10', given)).waitingFor).toEqual(['PERMIT'])
    const key = { event: 'extendApprove', index: 0, userId: 'u3', userName: '王批', at: at('15:10') }
    const { ticket: after } = taken(working, approve, facts('u4', '15:12', { ...given, keys: [key] }))
    expect([after.validEnd, after.extendCount, after.planEnd]).toEqual([at('19:00'), 1, at('17:00')])
    expect(after.closeDeadline).toBe((working.closeDeadline ?? 0) + 2 * 3_600_000)
  })

  test('G25: not after the end, not twice, not backwards, not a second request beside an open one', () => {
    expect(failing(refused(working, ask, facts('u5', '17:00')))).toEqual(['G25'])
    expect(failing(refused(ticket(20, 20, { extendCount: 1 }), ask, facts('u5', '15:00')))).toEqual(['G25'])
    expect(failing(refused(working, { ...ask, newEnd: at('16:00') }, facts('u5', '15:00')))).toEqual(['G25'])
    const second: TicketEvent = { ...ask, extendId: 'x2' }
    expect(failing(refused(working, second, facts('u5', '15:00', { extension })))).toEqual(['G25'])
  })

  test('G02: not longer than type and level allow; G14: not on a gas test that has grown old', () => {
    const short = { policy: { ...policy, maxHours: 9 } }
    expect(failing(refused(working, ask, facts('u5', '15:00', short)))).toEqual(['G02'])
    const gas = {
      required: true,
      needed: [{ gasCode: 'O2', position: '泵坑' }],
      tests: [
        { gasCode: 'O2', position: '泵坑', sampleTime: at('09:00'), pass: true, calibValidTo: at('23:00') },
      ],
    }
    const given = facts('u3', '15:10', {
      extension,
      gas,
      points: points(5),
      steps: [stepRow('e1', 2, { status: 8 })],
    })
    expect(failing(refused(working, { type: 'extendApprove', extendId: 'x1' }, given))).toEqual(['G14'])
  })

  test('another approver decides nothing, and a refusal says why', () => {
    const given = facts('u2', '15:10', { extension })
    expect(refused(working, { type: 'extendApprove', extendId: 'x1' }, given).code).toBe('LO-4030')
    const no: TicketEvent = { type: 'extendReject', extendId: 'x1', reason: '  ' }
    expect(refused(working, no, facts('u4', '15:10', { extension })).message).toContain('原因')
  })
})

describe('T31 replacing and adding', () => {
  const replace: TicketEvent = {
    type: 'crewChange',
    userId: 'u13',
    roleTag: 'WORK',
    changesScope: false,
    replaces: 'u6',
  }
  test('whoever is replaced is out and has taken his own lock off', () => {
    const inside = facts('u5', '11:00', {
      persons: [person('u6', { onSite: true }), person('u13')],
      holds: [hold('PT1', { holdType: 3, userId: 'u6', lockCode: 'PL6' })],
    })
    expect(refused(working, replace, inside).message).toMatch(/孙作 仍在现场.*PL6 尚未摘除/)
    const answer = taken(working, replace, facts('u5', '11:00', { persons: [person('u6'), person('u13')] }))
    expect(answer.effects).toContainEqual({
      do: 'crew.remove',
      userId: 'u6',
      roleTag: 'WORK',
      successorId: 'u13',
    })
  })
  test('a guardian is not replaced over the heads of people inside, and a point is a new ticket', () => {
    const given = facts('u5', '11:00', { persons: [person('u6', { onSite: true }), person('u8')] })
    const guard: TicketEvent = { ...replace, roleTag: 'GUARD', replaces: 'u8' }
    expect(refused(working, guard, given).message).toContain('须办理交接')
    expect(refused(working, { type: 'pointAdd' }, facts('u5', '11:00')).message).toContain('须办理新票')
  })
})

describe('time', () => {
  test('T40 T29: A18 rises when somebody is inside at the end, and falls when the last is out', () => {
    const inside = [person('u6', { onSite: true })]
    const late = taken(
      ticket(20, 20, { onSiteCount: 1 }),
      { type: 'expire' },
      facts('system', '17:00', { persons: inside }),
    )
    expect(late.effects).toContainEqual(
      expect.objectContaining({ do: 'alarm.raise', alarmType: 'A18', level: 3 }),
    )
    const out: TicketEvent = { type: 'personOut', userId: 'u6' }
    const last = taken(ticket(40, 25, { onSiteCount: 1 }), out, facts('u6', '17:05', { persons: inside }))
    expect(last.effects).toContainEqual({ do: 'alarm.recover', alarmType: 'A18' })
    const empty = taken(working, { type: 'expire' }, facts('system', '17:00'))
    expect(empty.effects.some((effect) => effect.do === 'alarm.raise')).toBe(false)
  })

  test('T54: the permitter moves the close-out term forward with a reason, nobody else', () => {
    const move: TicketEvent = {
      type: 'closeDeadlineMove',
      deadline: at('17:00') + 48 * 3_600_000,
      reason: '等备件',
    }
    const expired = ticket(40, 24)
    expect(taken(expired, move, facts('u4', '18:00')).ticket.closeDeadline).toBe(move.deadline)
    expect(refused(expired, move, facts('u5', '18:00')).code).toBe('LO-4030')
    expect(failing(refused(expired, { ...move, reason: ' ' }, facts('u4', '18:00')))).toEqual(['T54'])
    expect(failing(refused(expired, { ...move, deadline: at('18:00') }, facts('u4', '18:00')))).toEqual([
      'T54',
    ])
    const longest = at('18:00') + 72 * 3_600_000
    expect(taken(expired, { ...move, deadline: longest }, facts('u4', '18:00')).ticket.closeDeadline).toBe(
      longest,
    )
    const far = refused(expired, { ...move, deadline: Date.UTC(2099, 0, 1) }, facts('u4', '18:00'))
    expect(failing(far)).toEqual(['T54'])
    expect(far.message).toContain('一次最多延长到 72 小时之后')
  })
})
