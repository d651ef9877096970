import type { ExecPhase, ItemState, RoleTag, WorkStatus } from '../dictionaries/index.ts'
import type { EnergyGraph } from '../isolation/index.ts'
import { minute } from '../verdict/index.ts'
import type {
  ActorFact,
  ClosureFact,
  FlowStep,
  HoldFact,
  LockFact,
  PersonFact,
  PointFact,
  PolicyFact,
  ProofFact,
  StepRow,
  Ticket,
  TicketFacts,
} from '../work-ticket/index.ts'

// The demo plant of `3-domain.md §9.0`, as facts: what SC01–SC09 speak about.

/** `at('09:00')` on 2026-12-01 in Asia/Shanghai, epoch ms. */
export function at(time: string): number {
  return Date.parse(`2026-12-01T${time}:00+08:00`)
}

/** u1 张签 … of §9.0 with the tags each carries on the ticket. */
const people: readonly [string, string, readonly RoleTag[]][] = [
  ['u5', '钱工', ['LEAD']],
  ['u6', '孙作', ['WORK']],
  ['u7', '周作', ['WORK']],
  ['u8', '吴监', ['GUARD']],
  ['u9', '郑隔', ['ISO']],
  ['u10', '冯验', ['VERIFY']],
]

const posts: Readonly<Record<string, { name: string; tags: readonly RoleTag[] }>> = {
  u1: { name: '张签', tags: ['ISSUE'] },
  u2: { name: '李审', tags: ['REVIEW'] },
  u3: { name: '王批', tags: ['APPROVE', 'DEPT'] },
  u4: { name: '赵值', tags: ['PERMIT'] },
  u12: { name: '褚安', tags: ['SAFETY'] },
}

export function person(userId: string, change: Partial<PersonFact> = {}): PersonFact {
  const [, name, roleTags] = people.find(([id]) => id === userId) ?? [userId, userId, ['WORK'] as const]
  return {
    userId,
    name,
    roleTags,
    certs: [],
    requiredCerts: [],
    isContractor: false,
    external: null,
    accountGap: null,
    briefed: true,
    briefSigned: true,
    personalLockOn: true,
    checkedIn: true,
    onSite: false,
    busyOn: { inside: null, guarding: null },
    liveCounts: {},
    mustAck: false,
    ...change,
  }
}

export function actor(userId: string): ActorFact {
  const onTicket = people.find(([id]) => id === userId)
  const post = posts[userId]
  return {
    userId,
    name: post?.name ?? onTicket?.[1] ?? userId,
    roleTags: [...(onTicket?.[2] ?? []), ...(post?.tags ?? [])],
    isDepartmentEditor: false,
    isSystem: userId === 'system',
  }
}

export function closure(
  lockCode: string,
  confirmedAt: number,
  change: Partial<ClosureFact> = {},
): ClosureFact {
  return {
    lockId: lockCode,
    lockCode,
    lockStatus: 1,
    trust: 1,
    reach: 'online',
    closedAt: confirmedAt,
    confirmedAt,
    confirmMaxAgeMin: 10,
    heartbeatSec: 600,
    visualCheckAt: null,
    claimPhoto: false,
    claimById: null,
    witnessId: null,
    ...change,
  }
}

export function proof(when: number, change: Partial<ProofFact> = {}): ProofFact {
  return {
    verifierId: 'u10',
    verifierName: '冯验',
    at: when,
    method: '3',
    value: 0,
    unit: 'MPa',
    result: true,
    reVerifyDue: null,
    ...change,
  }
}

/** PT1–PT4 of §9.0; `state` as the isolation has come so far. */
export function point(code: string, state: ItemState, change: Partial<PointFact> = {}): PointFact {
  const number = Number(code.slice(2))
  const residual = code === 'PT4'
  const locked = !residual && state >= 2 && state <= 5
  return {
    pointId: code,
    pointCode: code,
    pointName: code,
    kind: residual ? 'residual' : 'isolate',
    lockCount: residual ? 0 : 1,
    pointType: code === 'PT1' ? 'BRK' : 'VLV',
    order: number,
    mandatory: true,
    state,
    predecessors: number > 1 && !residual ? [`PT${number - 1}`] : [],
    plannedLockId: residual ? null : `LK${number}`,
    closure: locked ? closure(`LK${number}`, at('08:55')) : null,
    tagHung: !residual && state >= 3 && state <= 5,
    tagPrinted: true,
    residualDone: residual ? (state >= 4 && state <= 5 ? 1 : 0) : 9,
    isolatorId: state > 0 ? 'u9' : null,
    proof: state === 5 ? proof(at('08:57')) : null,
    verifyMethods: ['2', '3', '4'],
    verifyLimit: residual ? '放空阀全开' : '0',
    releaseGroup: 1,
    usedBy: [],
    enabled: true,
    ...change,
  }
}

export function points(state: ItemState): PointFact[] {
  const drain: ItemState = state === 5 || state === 8 ? state : state >= 3 ? 4 : 0
  return [point('PT1', state), point('PT2', state), point('PT3', state), point('PT4', drain)]
}

export function lock(code: string, change: Partial<LockFact> = {}): LockFact {
  return {
    lockId: code,
    lockCode: code,
    lockName: code,
    purpose: 1,
    allowedPurposes: [1],
    enabled: true,
    frozen: false,
    custody: 1,
    battery: 80,
    battLow: 20,
    openAlarms: [],
    reachable: true,
    suitsExZone: true,
    boundTo: null,
    lockStatus: 1,
    trust: 1,
    returned: false,
    ...change,
  }
}

export function hold(pointId: string, change: Partial<HoldFact> = {}): HoldFact {
  return {
    holdId: `H-${pointId}`,
    pointId,
    workId: 'W1',
    workNo: 'A01-10-20261201-0001',
    userId: 'u9',
    userName: '郑隔',
    lockId: `LK${pointId.slice(2)}`,
    lockCode: `LK${pointId.slice(2)}`,
    holdType: 1,
    state: 1,
    releaseGroup: 1,
    lockShut: true,
    releasing: false,
    ...change,
  }
}

/** P-101 with its three ways: E-1 → Q1, H-1 → V-101, H-2 → V-103; the drain PT4 is no way in. */
export const pumpGraph: EnergyGraph = {
  nodes: [
    { id: 'E-1', code: 'E-1', type: 'SOURCE' },
    { id: 'H-1', code: 'H-1', type: 'SOURCE' },
    { id: 'H-2', code: 'H-2', type: 'SOURCE' },
    { id: 'P-101', code: 'P-101', type: 'EQUIP' },
  ],
  edges: [
    edge('e1', 'E-1', 'PT1', 'Q1'),
    edge('e2', 'H-1', 'PT2', 'V-101'),
    edge('e3', 'H-2', 'PT3', 'V-103'),
  ],
}

function edge(id: string, fromId: string, pointId: string, pointCode: string) {
  return { id, fromId, toId: 'P-101', directed: true, pointId, pointCode, normalOpen: true, weight: 1 }
}

export const policy: PolicyFact = {
  maxHours: 24,
  earlyMin: 0,
  isolateLeadMin: 120,
  extendMax: 1,
  gasPreMin: 30,
  gasInterruptMin: 60,
  guardRequired: 1,
  personalLock: true,
  briefRequired: true,
  isolationRequired: 2,
  idleFireWatchMin: 0,
  editableFields: ['planEnd', 'workLevel', 'measures'],
  coreFields: [],
  withdrawAfterDecision: false,
  unset: [],
}

export const flow: readonly FlowStep[] = [flowStep(1, 'REVIEW'), flowStep(2, 'APPROVE')]

function flowStep(stage: 1 | 2, roleTag: RoleTag): FlowStep {
  return {
    stage,
    stepNo: 1,
    roleTag,
    quorum: 'ALL',
    onSite: false,
    slaMin: 60,
    escalateTo: 'SAFETY',
    allowDelegate: true,
    rejectMode: 'RESTART',
  }
}

export const reviewers = [{ stage: 1 as const, stepNo: 1, userId: 'u2', userName: '李审', delegateFor: null }]
export const examiners = [{ stage: 2 as const, stepNo: 1, userId: 'u3', userName: '王批', delegateFor: null }]
/** Whom the flow asks in both stages: what a submission names. */
export const signers = [...reviewers, ...examiners]

export function stepRow(id: string, stage: 1 | 2, change: Partial<StepRow> = {}): StepRow {
  const [userId, userName] = stage === 1 ? ['u2', '李审'] : ['u3', '王批']
  return {
    id,
    stage,
    stepNo: 1,
    round: 1,
    roleTag: stage === 1 ? 'REVIEW' : 'APPROVE',
    userId,
    userName,
    delegateFor: null,
    quorum: 'ALL',
    onSite: false,
    rejectMode: 'RESTART',
    slaMin: 60,
    escalateTo: 'SAFETY',
    allowDelegate: true,
    delegatePath: [],
    addedBy: null,
    seatOf: null,
    dueAt: null,
    escLevel: 0,
    urgedAt: null,
    flaggedAt: null,
    status: 1,
    ...change,
  }
}

export function ticket(status: WorkStatus, phase: ExecPhase, change: Partial<Ticket> = {}): Ticket {
  const isApproved = status === 4 || status === 20 || status === 40 || status === 30
  return {
    id: 'W1',
    workNo: 'A01-10-20261201-0001',
    workType: '10',
    baseTypes: [],
    workLevel: '2',
    status,
    phase,
    voidFlag: false,
    closeFlag: false,
    reviewStatus: status === 1 ? 1 : status >= 2 ? 8 : 0,
    approveStatus: status === 2 ? 1 : isApproved ? 8 : 0,
    round: 1,
    applicantId: 'u1',
    leaderId: 'u5',
    areaCode: 'A01A01',
    place: '压缩机房 P-101',
    content: '更换机械密封',
    planStart: at('09:00'),
    planEnd: at('17:00'),
    validEnd: isApproved ? at('17:00') : null,
    closeDeadline: isApproved ? at('17:00') + 24 * 60 * minute : null,
    realStart: status === 20 ? at('09:00') : null,
    realEnd: null,
    suspendedAt: phase === 21 ? at('10:00') : null,
    extendCount: 0,
    onSiteCount: 0,
    needIsolation: true,
    gasState: 0,
    contentHash: status === 0 ? null : 'hash-1',
    closeResult: null,
    parentWorkId: null,
    ...change,
  }
}

/** Facts under which everything passes; each test breaks one thing. */
export function facts(userId: string, time: string, change: Partial<TicketFacts> = {}): TicketFacts {
  return {
    now: at(time),
    actor: actor(userId),
    acting: { at: at(time), certs: [], requiredCerts: [], isContractor: false },
    policy,
    form: {
      workName: 'P-101 机封更换',
      hazards: ['04'],
      measureCount: 3,
      emptyMeasures: 0,
      missingMeasures: [],
      permitters: ['赵值'],
      noIsoReason: '',
      emergencyContact: '值班室 1234',
      stopped: [],
    },
    level: { base: '2', fireZones: [], overlapping: [], earlyMin: 0, beside: [], rules: {} },
    measures: ['设备已停运', '逐点上锁挂牌', '零能量已验证'].map((content, index) => ({
      measureId: `M${index + 1}`,
      content,
      confirmedBy: 'u8',
      confirmedAt: at('08:50'),
    })),
    persons: people.map(([id]) => person(id)),
    dutyRules: [],
    points: points(0),
    prevention: { rules: [], points: [] },
    holds: [],
    locks: ['LK1', 'LK2', 'LK3'].map((code) => lock(code)),
    energy: pumpGraph,
    zoneIds: ['P-101'],
    unmodelled: [],
    isolationStatement: '',
    conflicts: [],
    gas: { required: false, needed: [], tests: [] },
    gasWatch: { required: false, detectors: [], bareSince: {} },
    alarms: [],
    stopOrder: null,
    sessions: [],
    unsyncedOps: [],
    unsyncedOverride: '',
    flow,
    steps: [],
    insideFence: true,
    keys: [],
    siteCheck: { areaInspected: true, toolsCleared: true, guardsRefitted: true, photo: true },
    notifiedAt: at('08:00'),
    contentHash: 'hash-1',
    fireWatchDoneAt: null,
    areaCapacity: null,
    areaOnSite: 0,
    handovers: [],
    testRun: null,
    stopCauses: [],
    extension: null,
    renewal: null,
    renewedBy: null,
    removals: [],
    emergency: null,
    ...change,
  }
}
