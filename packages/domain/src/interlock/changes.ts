import {
  custody,
  execPhase,
  grantStatus,
  grantType,
  labelOf,
  openMethod,
  workStatus,
} from '../dictionaries/index.ts'
import type { Grant } from '../grant/index.ts'
import { dateTimeText, hour } from '../verdict/index.ts'
import { boxHeldByOwn, otherHolders } from './rules.ts'
import type { InterlockTicket, Snapshot } from './snapshot.ts'
import type { Change, PlainChange } from './change.ts'

interface ChangeRow {
  /** How many things it asks of people: starting the work or writing a new ticket is a list of its own. */
  steps: number
  /** Who does it. */
  by: string
  text: (snapshot: Snapshot) => string
  apply: (snapshot: Snapshot) => Snapshot
}

const onTicket = (snapshot: Snapshot, change: Partial<InterlockTicket>): Snapshot =>
  snapshot.ticket === null ? snapshot : { ...snapshot, ticket: { ...snapshot.ticket, ...change } }
const onLock = (snapshot: Snapshot, change: Partial<Snapshot['lock']>): Snapshot => ({
  ...snapshot,
  lock: { ...snapshot.lock, ...change },
})
const onUser = (snapshot: Snapshot, change: Partial<Snapshot['user']>): Snapshot => ({
  ...snapshot,
  user: { ...snapshot.user, ...change },
})

/** Somebody else, where a rule only asks that it is not the same person. */
const another = 'another-person'
const list = (items: readonly string[]) => items.join('、')

const plain: Readonly<Record<PlainChange, ChangeRow>> = {
  signIn: {
    steps: 1,
    by: '本人',
    text: () => '重新登录',
    apply: (s) => onUser(s, { strongLoginAt: s.at }),
  },
  acknowledge: {
    steps: 1,
    by: '本人',
    text: () => '确认知悉您的锁曾被他人拆除',
    apply: (s) => onUser(s, { mustAck: false }),
  },
  provePresence: {
    steps: 1,
    by: '本人',
    text: ({ lock }) => `到锁具 ${lock.lockCode} 现场碰触标签或扫码`,
    apply: (s) => ({
      ...s,
      method: s.method === openMethod.remote ? openMethod.appBle : s.method,
      presence: { kind: 'NFC', at: s.at, matches: true },
    }),
  },
  goOnline: {
    steps: 1,
    by: '本人',
    text: () => '联网后再开锁（校时并同步授权）',
    apply: (s) => ({ ...s, offline: null }),
  },
  confirmRemote: {
    steps: 2,
    by: '现场另一人',
    text: () => '由现场另一人确认远程开启',
    apply: (s) => ({ ...s, remoteConfirmedBy: another }),
  },
  secondPerson: {
    steps: 1,
    by: '第二人',
    text: () => '请第二人在 60 秒内一同验证',
    apply: (s) => ({ ...s, second: { userId: another, name: '第二人', at: s.at } }),
  },
  unfreezeLock: {
    steps: 1,
    by: '安全管理人员',
    text: ({ lock }) => `解冻锁具 ${lock.lockCode}`,
    apply: (s) => onLock(s, { frozen: false }),
  },
  enableLock: {
    steps: 1,
    by: '锁具保管人',
    text: ({ lock }) => `启用锁具 ${lock.lockCode}`,
    apply: (s) => onLock(s, { enabled: true }),
  },
  settleLock: {
    steps: 1,
    by: '锁具保管人',
    text: ({ lock }) =>
      `核对锁具 ${lock.lockCode}（${labelOf('lo_custody', lock.custody)}）并重新登记保管状态`,
    apply: (s) =>
      onLock(s, {
        custody: s.lock.pointId !== null ? custody.installed : s.ticket ? custody.issued : custody.inStore,
      }),
  },
  issueLock: {
    steps: 1,
    by: '锁具保管人',
    text: ({ lock, user }) => `把锁具 ${lock.lockCode} 发放给${user.name}`,
    apply: (s) => onLock(s, { holderId: s.user.userId }),
  },
  activateUser: {
    steps: 1,
    by: '系统管理员',
    text: ({ user }) => `启用用户 ${user.name}`,
    apply: (s) => onUser(s, { active: true }),
  },
  renewCerts: {
    steps: 1,
    by: '安全管理人员',
    text: ({ user }) => `补录 ${user.name} 的有效证书：${list(user.missingCerts)}`,
    apply: (s) => onUser(s, { missingCerts: [] }),
  },
  addLock: {
    steps: 1,
    by: '工作负责人',
    text: ({ ticket, lock }) => `在工作票 ${ticket?.workNo} 中增补锁具 ${lock.lockCode}`,
    apply: (s) => onTicket(s, { listsLock: true }),
  },
  grant: {
    steps: 1,
    by: '工作负责人',
    text: ({ user, lock, ticket }) =>
      ticket
        ? `把${user.name}列为锁具 ${lock.lockCode} 的可开人员`
        : `为${user.name}授权开启锁具 ${lock.lockCode}`,
    apply: (s) => ({ ...s, grants: [...s.grants, freshGrant(s)] }),
  },
  ownerOut: {
    steps: 1,
    by: '本人',
    text: () => '先登记离场',
    apply: (s) => ({ ...s, ownerOnSite: false }),
  },
  peopleOut: {
    steps: 1,
    by: '监护人',
    text: ({ ticket }) => `现场人员登记离场：${list(ticket?.onSite ?? [])}`,
    apply: (s) => onTicket(s, { onSite: [] }),
  },
  personalLocksOff: {
    steps: 1,
    by: '锁主本人',
    text: ({ ticket }) => `由锁主本人摘除个人锁：${list(ticket?.personalLocksOn ?? [])}`,
    apply: (s) =>
      onLock(onTicket(s, { personalLocksOn: [] }), {
        heldBy: (s.lock.heldBy ?? []).filter((workNo) => !boxHeldByOwn(s) || workNo !== s.ticket?.workNo),
      }),
  },
  finishBefore: {
    steps: 1,
    by: '隔离人',
    text: ({ ticket }) =>
      `先${ticket?.phase === execPhase.releasing ? '恢复' : '完成'} ${list(ticket?.item?.waitingFor ?? [])}`,
    apply: (s) => onTicket(s, { item: s.ticket?.item ? { ...s.ticket.item, waitingFor: [] } : null }),
  },
  guardianIn: {
    steps: 1,
    by: '监护人',
    text: () => '监护人到现场签到',
    apply: (s) => onTicket(s, { guardian: { required: true, present: true } }),
  },
  gasTest: {
    steps: 1,
    by: '气体检测人',
    text: ({ ticket }) =>
      ticket !== null && ticket.gas.sampleTime !== null && !ticket.gas.pass
        ? '通风置换后重新检测气体至合格'
        : '由检测人补做气体检测',
    apply: (s) => onTicket(s, s.ticket ? { gas: { ...s.ticket.gas, pass: true, sampleTime: s.at } } : {}),
  },
  gasWatch: {
    steps: 1,
    by: '气体检测人或监护人',
    text: ({ ticket }) => `恢复气体连续监测：${list(ticket?.gas.unheard ?? [])}`,
    apply: (s) => onTicket(s, s.ticket ? { gas: { ...s.ticket.gas, unheard: [] } } : {}),
  },
  proveAgain: {
    steps: 1,
    by: '验证人',
    text: ({ ticket }) => `复验零能量：${list(ticket?.proofsDue ?? [])}`,
    apply: (s) => onTicket(s, { proofsDue: [] }),
  },
  liftStop: {
    steps: 1,
    by: '安全管理人员',
    text: ({ stopOrder }) => `解除停工指令：${stopOrder}`,
    apply: (s) => ({ ...s, stopOrder: null }),
  },
  closeAlarms: {
    steps: 1,
    by: '安全管理人员',
    text: ({ alarms }) => `处理并关闭紧急报警：${list(alarms)}`,
    apply: (s) => ({ ...s, alarms: [] }),
  },
  settleConflicts: {
    steps: 1,
    by: '安全管理人员',
    text: ({ ticket }) => `处理与工作票 ${list(ticket?.blockingConflicts ?? [])} 的冲突`,
    apply: (s) => onTicket(s, { blockingConflicts: [] }),
  },
  moveDeadline: {
    steps: 2,
    by: '许可人',
    text: () => '说明原因并延长收尾期限',
    apply: (s) => onTicket(s, { closeDeadline: s.at + hour }),
  },
  otherTicketsRelease: {
    steps: 10,
    by: '其他工作票负责人',
    text: ({ ticket, lock }) =>
      `等工作票 ${list([...new Set([...(ticket?.otherHolds ?? []), ...otherHolders({ ticket, lock })])])} 完工并解除占用`,
    apply: (s) => onLock(onTicket(s, { otherHolds: [], lockHolds: [] }), { heldBy: [] }),
  },
  startWork: {
    steps: 12,
    by: '工作负责人、许可人',
    text: ({ ticket }) => startText(ticket),
    apply: startWork,
  },
  newEmergency: {
    steps: 20,
    by: '两名授权人员',
    text: () => '重新申请应急拆锁，由两名授权人员批准并指定见证人',
    apply: (s) => ({
      ...s,
      emergency: {
        kind: 'REMOVAL',
        approvedAt: s.at,
        used: false,
        removerId: s.user.userId,
        witnessId: another,
      },
    }),
  },
  newTicket: {
    steps: 40,
    by: '签发人',
    text: ({ lock, user, ticket }) =>
      `${ticket === null ? '办理工作票' : `工作票 ${ticket.workNo} 不能再用，办理新票（续票）`}，列入锁具 ${lock.lockCode} 和${user.name}，经审批、隔离后开工`,
    apply: newTicket,
  },
}

function startText(ticket: InterlockTicket | null): string {
  const name = `工作票 ${ticket?.workNo}`
  if (ticket?.status === workStatus.executing)
    return ticket.phase === execPhase.suspended
      ? `${name} 恢复作业`
      : `${name} 结束试运行、重新上锁后恢复作业`
  return ticket?.status === workStatus.approved
    ? `${name} 完成隔离并开工`
    : `${name} 经审核、批准、隔离后开工`
}

/** After T27 or T33: at work, with what these ask for, and the tickets' waiting grants in force. */
function startWork(s: Snapshot): Snapshot {
  const { ticket } = s
  if (ticket === null) return s
  const waiting: readonly number[] = [grantStatus.pending, grantStatus.frozen]
  return {
    ...s,
    ticket: {
      ...ticket,
      status: workStatus.executing,
      phase: execPhase.working,
      validEnd: ticket.validEnd ?? Math.max(s.at, ticket.planStart) + 8 * hour,
      gas: { ...ticket.gas, pass: true, sampleTime: s.at, unheard: [] },
      guardian: { ...ticket.guardian, present: true },
      blockingConflicts: [],
    },
    grants: s.grants.map((grant) =>
      grant.workId === ticket.workId && waiting.includes(grant.status)
        ? { ...grant, status: grantStatus.active }
        : grant,
    ),
  }
}

/** A ticket at work that lists this lock for this person, with the grant that comes with it. */
function newTicket(s: Snapshot): Snapshot {
  const ticket: InterlockTicket = {
    workId: 'new-ticket',
    workNo: '（新票）',
    workType: '10',
    status: workStatus.executing,
    phase: execPhase.working,
    voidFlag: false,
    planStart: s.at,
    validEnd: s.at + 8 * hour,
    closeDeadline: s.at + 32 * hour,
    earlyMin: 0,
    isolateLeadMin: 0,
    userTags: ['WORK'],
    listsLock: true,
    item: null,
    onSite: [],
    personalLocksOn: [],
    otherHolds: [],
    lockHolds: [],
    gas: { controlled: false, pass: true, sampleTime: s.at, limitMin: 30 },
    guardian: { required: true, present: true },
    blockingConflicts: [],
    dualRequired: s.ticket?.dualRequired ?? false,
  }
  const withTicket = { ...s, ticket }
  return { ...withTicket, grants: [...s.grants, freshGrant(withTicket)] }
}

function freshGrant({ user, lock, ticket, at }: Snapshot): Grant {
  const standing = ticket === null && !lock.ticketRequired
  return {
    grantId: 'new-grant',
    userId: user.userId,
    scope: { kind: 'lock', lockId: lock.lockId },
    grantType: standing ? grantType.temporary : grantType.ticket,
    actions: ['OPEN'],
    validFrom: null,
    validTo: at + hour,
    weekPlan: [],
    maxUses: 0,
    usedCount: 0,
    workId: ticket?.workId ?? null,
    phases: [],
    methods: [],
    status: grantStatus.active,
  }
}

const stateTexts = { 0: '恢复到', 1: '操作到', 2: '操作并锁定在', 3: '锁定并验证无能量于' } as const

function rowOf(change: Change): ChangeRow {
  switch (change.kind) {
    case 'addPerson':
      return {
        steps: 1,
        by: '工作负责人',
        text: ({ ticket, user }) =>
          `在工作票 ${ticket?.workNo} 中把${user.name}列为${labelOf('lo_role_tag', change.tag)}人员`,
        apply: (s) => onTicket(s, { userTags: [...(s.ticket?.userTags ?? []), change.tag] }),
      }
    case 'wait':
      return {
        steps: 5,
        by: '本人',
        text: () => `等到 ${dateTimeText(change.until)}`,
        apply: (s) => ({ ...s, at: change.until }),
      }
    case 'movePoint':
      return {
        steps: 1,
        by: '隔离人',
        text: ({ prevention }) => {
          const point = prevention.points.find((each) => each.pointCode === change.pointCode)
          const position = change.state === 0 ? point?.normalPos : point?.safePos
          return `先把 ${change.pointCode} ${stateTexts[change.state]}“${labelOf('lo_point_pos', position ?? '')}”`
        },
        apply: (s) => ({
          ...s,
          prevention: {
            ...s.prevention,
            points: s.prevention.points.map((point) =>
              point.pointCode === change.pointCode
                ? { ...point, state: change.state, lockUnsure: false }
                : point,
            ),
          },
        }),
      }
    default:
      return plain[change.kind]
  }
}

/** The snapshot as it would be after the change. */
export const applyChange = (snapshot: Snapshot, change: Change): Snapshot => rowOf(change).apply(snapshot)

/** How many things a change asks of people; a list is as long as the sum. */
export const stepsOf = (change: Change): number => rowOf(change).steps

/** Who does it and what, in Chinese, as it stands in the list for this snapshot. */
export function changeText(snapshot: Snapshot, change: Change): { by: string; text: string } {
  const { by, text } = rowOf(change)
  return { by, text: text(snapshot) }
}
