import { stopCause } from '@suoan/domain/dictionaries'
import { day, hour, minute } from '@suoan/domain/verdict'
import { gasSilentMin } from '@suoan/domain/work-ticket'
import type { PersonFact, PointFact, TicketEventType, TicketFacts } from '@suoan/domain/work-ticket'
import type { Outcome } from './outcomes.ts'

/**
 * One thing that is wrong with the world, and what it must prevent (§4.3, §4.4 told by outcome). EnvironmentFault is no state: it
 * is tried at every kind of step and gone afterwards, so it costs edges and no states.
 */
export interface EnvironmentFault {
  id: string
  /** Chinese: what is wrong. */
  text: string
  change: (facts: TicketFacts) => Partial<TicketFacts>
  forbids: readonly Outcome[]
  /** Requests it must refuse whatever they would bring about. */
  refuses?: readonly TicketEventType[]
  /** Says nothing about a ticket that isolates nothing. */
  onlyIsolation?: true
  /** Says nothing about a point that stays shut because another ticket rests on it (G24). */
  onlyAlone?: true
}

/** The same plant at another moment: reports, samples and signatures are as old as they were. */
function atAnotherTime(facts: TicketFacts, by: number): Partial<TicketFacts> {
  const moved = (at: number | null): number | null => (at === null ? null : at + by)
  return {
    now: facts.now + by,
    keys: facts.keys.map((key) => ({ ...key, at: key.at + by })),
    notifiedAt: moved(facts.notifiedAt),
    points: facts.points.map((point) => ({
      ...point,
      closure: point.closure && {
        ...point.closure,
        closedAt: moved(point.closure.closedAt),
        confirmedAt: moved(point.closure.confirmedAt),
      },
      proof: point.proof && { ...point.proof, at: point.proof.at + by },
    })),
    gas: {
      ...facts.gas,
      tests: facts.gas.tests.map((each) => ({
        ...each,
        sampleTime: each.sampleTime + by,
        calibValidTo: each.calibValidTo + by,
      })),
    },
    gasWatch: {
      ...facts.gasWatch,
      detectors: facts.gasWatch.detectors.map((each) => ({
        ...each,
        readings: each.readings.map((reading) => ({ ...reading, goodAt: moved(reading.goodAt) })),
      })),
    },
    sessions: facts.sessions.map((each) => ({ ...each, openTime: each.openTime + by })),
  }
}

const people = (facts: TicketFacts, change: Partial<PersonFact>, tag?: string): Partial<TicketFacts> => ({
  persons: facts.persons.map((person) =>
    tag === undefined || person.roleTags.some((each) => each === tag) ? { ...person, ...change } : person,
  ),
  // Whoever is to take a tag over is judged like those who have one.
  handovers: facts.handovers.map((deal) => ({
    ...deal,
    incoming: deal.incoming && tag === undefined ? { ...deal.incoming, ...change } : deal.incoming,
  })),
})
const points = (
  facts: TicketFacts,
  change: (point: PointFact) => Partial<PointFact>,
): Partial<TicketFacts> => ({
  points: facts.points.map((point) => ({ ...point, ...change(point) })),
})
const proofs = (facts: TicketFacts, change: Partial<NonNullable<PointFact['proof']>>) =>
  points(facts, ({ proof }) => ({ proof: proof && { ...proof, ...change } }))
const closures = (facts: TicketFacts, change: Partial<NonNullable<PointFact['closure']>>) =>
  points(facts, ({ closure }) => ({ closure: closure && { ...closure, ...change } }))
const conflict = (facts: TicketFacts, severity: 2 | 3): Partial<TicketFacts> => ({
  conflicts: [
    {
      otherWorkId: 'Z',
      otherNo: '票Z',
      kind: 'POINT',
      ruleCode: 'X',
      severity,
      overlapFrom: facts.now,
      overlapTo: facts.now + hour,
      reason: '同一隔离点',
      state: 0,
    },
  ],
})
/** Another ticket rests on every point with a lock of its own. */
const heldByZ = ({ holds, points: all }: TicketFacts, lockShut: boolean): Partial<TicketFacts> => ({
  holds: [
    ...holds,
    ...all.map(({ pointId }) => ({
      holdId: `Z-${pointId}`,
      pointId,
      workId: 'Z',
      workNo: '票Z',
      userId: 'z',
      userName: '某人',
      lockId: 'LZ',
      lockCode: 'LZ',
      holdType: 1 as const,
      state: 1 as const,
      releaseGroup: 1,
      lockShut,
      releasing: false,
    })),
  ],
})
const electrician = [{ certType: '1', certName: '电工证' }]
const handover: readonly TicketEventType[] = ['handoverAsk', 'handoverAccept', 'handoverDone']
const working: readonly Outcome[] = ['begin', 'resume']
/** Work that goes on after a test is asked what a start is asked (T37). */
const proven: readonly Outcome[] = [...working, 'relock']

export const environmentFaults: readonly EnvironmentFault[] = [
  {
    id: 'form',
    text: '票面不完整',
    change: ({ form }) => ({ form: { ...form, hazards: [] } }),
    forbids: ['submit'],
    refuses: ['emergencySubmit'],
  },
  {
    id: 'stopped',
    text: '票面所列设备已停用',
    change: ({ form }) => ({ form: { ...form, stopped: ['设备 泵 已停用'] } }),
    forbids: ['approve'],
    // What is repaired in an emergency may be what was stopped (T50): G01 does not ask it there.
    refuses: ['submit'],
  },
  {
    id: 'hours',
    text: '计划时长超过上限',
    change: ({ policy }) => ({ policy: { ...policy, maxHours: 1 } }),
    forbids: ['submit', 'reviewed', 'approve'],
    refuses: ['extendAsk', 'extendApprove', 'emergencySubmit', 'emergencyApprove'],
  },
  {
    id: 'level',
    text: '作业级别低于规则要求',
    change: ({ level }) => ({
      level: {
        ...level,
        overlapping: ['票Z'],
        beside: [],
        rules: Object.fromEntries(['1', '2', '3', '4', '9'].map((each) => [each, [{ overlap: '0' }]])),
      },
    }),
    forbids: ['submit', 'approve'],
    refuses: ['extendAsk', 'extendApprove', 'emergencySubmit', 'emergencyApprove'],
  },
  {
    id: 'cert',
    text: '人员没有有效证书',
    change: (facts) => people(facts, { requiredCerts: electrician }),
    forbids: ['submit', 'isolate', 'enter'],
    refuses: ['extendAsk', 'extendApprove', 'crewChange', 'personIn', 'emergencySubmit', ...handover],
  },
  {
    // Whoever acts, on the list or by his post. What makes safer is asked for nothing and stands in no list here.
    id: 'ownCert',
    text: '操作人自己没有有效证书',
    change: ({ acting }) => ({ acting: acting && { ...acting, requiredCerts: electrician } }),
    forbids: ['isolate', 'operate', 'lock', 'tag', 'verify', 'lift', 'partRelease', 'remove', ...proven],
    refuses: [
      'crewChange',
      'lockAdd',
      'causeClose',
      'testBegin',
      'groupRelease',
      'extendAsk',
      'extendApprove',
      'removalAsk',
      'removalApprove',
      'removalDo',
      'emergencySubmit',
    ],
  },
  {
    // Guardian and the others have theirs, so that nobody else refuses for them.
    id: 'crewCert',
    text: '作业人员没有有效证书',
    change: (facts) => people(facts, { requiredCerts: electrician }, 'WORK'),
    forbids: ['submit', 'isolate', 'enter'],
    refuses: ['extendAsk', 'extendApprove', 'personIn', 'emergencySubmit'],
  },
  {
    id: 'insideCert',
    text: '现场有人，其证书已失效',
    change: (facts) => people(facts, { onSite: true, requiredCerts: electrician }, 'WORK'),
    forbids: [...proven, 'partRelease'],
  },
  {
    id: 'duty',
    text: '职责没有分离',
    change: ({ dutyRules }) => ({
      dutyRules: [
        ...dutyRules,
        { workType: '*', tagA: 'LEAD', tagB: 'LEAD', ruleKind: 'DIFFERENT', maxLive: 0, hard: true },
      ],
    }),
    forbids: ['submit', 'reviewed', 'approve', 'sign', 'rework'],
    refuses: ['reviewPass', 'crewChange', 'delegate', 'addSigner', 'emergencySubmit', ...handover],
  },
  {
    // The plant has no row of duty rules: what is built in refuses by itself.
    id: 'oneForTwo',
    text: '监护人又是作业人员',
    change: (facts) => people(facts, { roleTags: ['GUARD', 'WORK'] }, 'GUARD'),
    forbids: ['submit', 'reviewed', 'approve', 'sign', 'rework'],
    refuses: ['reviewPass', 'crewChange', 'delegate', 'addSigner', 'emergencySubmit', ...handover],
  },
  {
    id: 'notCut',
    text: '隔离方案没有覆盖全部能量，也没有书面说明',
    change: () => ({ isolationStatement: '', energy: null }),
    forbids: ['submit', 'approve', 'enter', ...working],
    refuses: ['groupRelease', 'emergencySubmit'],
    onlyIsolation: true,
  },
  {
    id: 'conflict',
    text: '与其他工作票有阻断冲突',
    change: (facts) => conflict(facts, 3),
    forbids: ['submit', 'reviewed', 'approve', 'isolate'],
    refuses: ['extendAsk', 'extendApprove', 'emergencySubmit', 'emergencyApprove'],
  },
  {
    id: 'lock',
    text: '票面锁具已冻结',
    change: ({ locks }) => ({ locks: locks.map((lock) => ({ ...lock, frozen: true })) }),
    forbids: ['submit', 'approve', 'isolate'],
    refuses: ['lockAdd', 'emergencySubmit', 'emergencyApprove'],
    onlyIsolation: true,
  },
  {
    id: 'tooEarly',
    text: '还没有到可以开始的时间',
    change: (facts) => atAnotherTime(facts, -day),
    forbids: ['isolate', ...proven],
  },
  {
    id: 'tooLate',
    text: '已过有效截止时间',
    change: (facts) => atAnotherTime(facts, 2 * day),
    forbids: ['approve', 'isolate', 'enter', ...proven],
    refuses: ['extendAsk', 'extendApprove', 'testBegin', 'personIn', 'crewChange', 'lockAdd', 'groupRelease'],
  },
  {
    id: 'alarm',
    text: '有紧急报警',
    change: () => ({ alarms: [{ alarmType: 'A03', level: 3, source: 'X' }] }),
    forbids: ['isolate', ...proven],
    refuses: ['testBegin'],
  },
  {
    id: 'stopOrder',
    text: '有停工指令',
    change: () => ({ stopOrder: '台风' }),
    forbids: ['isolate', ...proven],
    refuses: ['testBegin'],
  },
  {
    id: 'noGas',
    text: '没有气体检测',
    change: ({ gas }) => ({ gas: { ...gas, tests: [] } }),
    forbids: proven,
    refuses: ['extendApprove'],
  },
  {
    id: 'badGas',
    text: '气体检测不合格',
    change: ({ gas }) => ({ gas: { ...gas, tests: gas.tests.map((each) => ({ ...each, pass: false })) } }),
    forbids: proven,
    refuses: ['extendApprove'],
  },
  {
    // Told by P87 alone: what it must prevent is said there once for every way that air can be untested.
    id: 'oneGasPlace',
    text: '只检测了一处计划部位',
    change: ({ gas }) => ({ gas: { ...gas, tests: gas.tests.slice(0, 1) } }),
    forbids: [],
    refuses: ['extendApprove'],
  },
  {
    id: 'noWatch',
    text: '没有检测仪连续监测气体',
    change: ({ gasWatch }) => ({ gasWatch: { ...gasWatch, detectors: [] } }),
    forbids: [...proven, 'enter'],
  },
  {
    id: 'silentWatch',
    text: '检测仪已两分钟没有读数',
    change: ({ gasWatch, now }) => ({
      gasWatch: {
        ...gasWatch,
        detectors: gasWatch.detectors.map((each) => ({
          ...each,
          readings: each.readings.map((reading) => ({
            ...reading,
            goodAt: now - gasSilentMin.warn * minute,
          })),
        })),
      },
    }),
    forbids: [...proven, 'enter'],
  },
  {
    id: 'noGuard',
    text: '监护人没有到位',
    change: (facts) => people(facts, { checkedIn: false }, 'GUARD'),
    forbids: [...proven, 'enter'],
  },
  {
    id: 'unbriefed',
    text: '人员没有交底',
    change: (facts) => people(facts, { briefed: false }),
    forbids: ['begin', 'enter'],
  },
  {
    id: 'noOwnLock',
    text: '人员没有上个人锁',
    change: (facts) => people(facts, { personalLockOn: false }),
    forbids: ['enter'],
    onlyIsolation: true,
  },
  {
    // Found inside, his lock torn off or its box lost: the world's own workers cannot come to that (T28, T42).
    id: 'tornLock',
    text: '现场有人，其个人锁已不起作用',
    change: (facts) => people(facts, { onSite: true, personalLockOn: false }, 'WORK'),
    forbids: ['resume', 'relock'],
    onlyIsolation: true,
  },
  {
    id: 'mustAck',
    text: '人员有未确认的被拆锁',
    change: (facts) => people(facts, { mustAck: true }),
    forbids: ['approve', 'begin', 'enter'],
    refuses: ['submit', 'crewChange', 'emergencySubmit', 'testBegin', ...handover],
  },
  {
    id: 'openCause',
    text: '中断原因没有关闭',
    change: ({ stopCauses, now }) => ({
      stopCauses: [
        ...stopCauses,
        { causeId: 'X', kind: stopCause.weather, reason: '雷雨', at: now, closedAt: null },
      ],
    }),
    forbids: working,
  },
  {
    id: 'unsynced',
    text: '有未同步的离线操作',
    change: () => ({ unsyncedOps: ['w1 的操作'] }),
    forbids: ['begin'],
    // Whoever entered by a terminal that has not been heard since is nobody to G17 (decision 0681).
    refuses: ['testBegin', 'groupRelease', 'pointRestore'],
  },
  {
    id: 'unconfirmed',
    text: '安全措施没有现场确认',
    change: ({ measures }) => ({
      measures: measures.map((each) => ({ ...each, confirmedBy: null, confirmedAt: null })),
    }),
    forbids: working,
  },
  {
    id: 'stale',
    text: '关锁确认已超时',
    change: (facts) => closures(facts, { confirmedAt: facts.now - hour }),
    forbids: proven,
    refuses: ['relocked'],
    onlyIsolation: true,
  },
  {
    id: 'unknown',
    text: '没有归还的锁具状态未知',
    change: (facts) => ({
      ...closures(facts, { lockStatus: 0, trust: 9 }),
      locks: facts.locks.map((lock) => ({
        ...lock,
        lockStatus: 0 as const,
        trust: 9 as const,
        returned: false,
      })),
    }),
    forbids: [...proven, 'close'],
    onlyIsolation: true,
  },
  {
    id: 'untagged',
    text: '隔离点没有挂牌',
    change: (facts) => points(facts, () => ({ tagHung: false })),
    forbids: proven,
    refuses: ['relocked'],
    onlyIsolation: true,
  },
  {
    id: 'tagNotPrinted',
    text: '标牌没有打印',
    change: (facts) => points(facts, () => ({ tagPrinted: false })),
    forbids: ['tag'],
  },
  {
    id: 'sameVerifier',
    text: '验证人就是隔离人',
    change: (facts) => points(facts, () => ({ isolatorId: 'ver' })),
    forbids: ['verify', ...proven],
    refuses: ['relocked'],
    onlyIsolation: true,
  },
  {
    id: 'oldProof',
    text: '验证早于最近一次关锁',
    change: (facts) => proofs(facts, { at: facts.now - hour }),
    forbids: proven,
    refuses: ['extendApprove', 'relocked'],
    onlyIsolation: true,
  },
  {
    id: 'prevention',
    text: '防误闭锁条件不满足',
    change: ({ points: all }) => ({
      prevention: {
        rules: all.flatMap(({ pointId }) =>
          (['OPEN_POS', 'CLOSE_POS'] as const).map((action) => ({
            ruleId: `${pointId}${action}`,
            pointId,
            pointCode: pointId,
            action,
            kind: 'FP1' as const,
            expr: 'PX.open',
            message: '条件不满足',
            normalPos: 'OPEN' as const,
            safePos: 'SHUT' as const,
          })),
        ),
        points: [],
      },
    }),
    forbids: ['operate', 'restore'],
    onlyAlone: true,
  },
  {
    id: 'reVerify',
    text: '复验期限已过',
    change: (facts) => proofs(facts, { reVerifyDue: facts.now - minute }),
    forbids: [...proven, 'enter'],
    refuses: ['relocked'],
    onlyIsolation: true,
  },
  { id: 'crowded', text: '区域人数已满', change: () => ({ areaCapacity: 0 }), forbids: ['enter'] },
  {
    id: 'miscount',
    text: '有人没有登记离场',
    change: (facts) => people(facts, { onSite: true }),
    forbids: ['enter', 'release', 'close'],
    refuses: ['testBegin', 'renew', 'groupRelease', 'pointRestore', 'isolationRestored'],
  },
  {
    id: 'uncleared',
    text: '现场没有检查清理',
    change: () => ({ siteCheck: null }),
    forbids: ['close'],
    refuses: ['releaseBegin'],
  },
  {
    id: 'untold',
    text: '受影响人员没有被告知',
    change: () => ({ notifiedAt: null }),
    forbids: ['restore', 'close'],
    refuses: ['groupRelease', 'testBegin'],
  },
  {
    id: 'session',
    text: '有未闭合的开锁记录',
    change: ({ now }) => ({ sessions: [{ lockCode: 'AC', openTime: now }] }),
    forbids: ['close', 'void'],
  },
  {
    id: 'tagLeft',
    text: '标牌没有收回',
    change: (facts) => points(facts, () => ({ tagHung: true })),
    forbids: ['close'],
    onlyIsolation: true,
  },
  {
    id: 'fireWatch',
    text: '完工留守未满',
    change: ({ policy, now }) => ({
      policy: { ...policy, idleFireWatchMin: 30 },
      fireWatchDoneAt: now + minute,
    }),
    forbids: ['close'],
  },
  {
    id: 'elsewhere',
    text: '审核人、值班负责人不在现场',
    change: () => ({ insideFence: false }),
    forbids: [],
    refuses: ['emergencySubmit'],
  },
  {
    id: 'changed',
    text: '内容与所签的不同',
    change: () => ({ contentHash: '别的' }),
    forbids: ['sign', 'reviewed', 'approve', 'rework'],
    refuses: ['returnReview', 'reviewReject', 'approveReject'],
  },
  {
    id: 'heldElsewhere',
    text: '其他工作票仍占用隔离点',
    change: (facts) => heldByZ(facts, true),
    forbids: [],
    refuses: ['groupRelease', 'testBegin'],
    onlyIsolation: true,
  },
  {
    id: 'looseElsewhere',
    text: '其他工作票占用隔离点，其锁具没有锁闭',
    change: (facts) => heldByZ(facts, false),
    forbids: [],
    refuses: ['pointRestore', 'groupRelease', 'testBegin'],
    onlyIsolation: true,
  },
  {
    id: 'justUrged',
    text: '该步骤刚被催办',
    change: ({ steps, now }) => ({ steps: steps.map((row) => ({ ...row, urgedAt: now - minute })) }),
    forbids: [],
    refuses: ['urge'],
  },
]
