import {
  custody,
  execPhase,
  grantType,
  itemState,
  labelOf,
  lockPurpose,
  workStatus,
} from '../dictionaries/index.ts'
import { closeAlarm } from '../alarm/index.ts'
import { coveringGrant, emergencyMinutes } from '../grant/index.ts'
import { unmetPointRules, type PointMovement } from '../isolation/index.ts'
import {
  dateTimeText,
  hour,
  minute,
  minutesBetween,
  refusalText,
  type RefusalCode,
} from '../verdict/index.ts'
import { purposeByPhase, type Cell } from './matrix.ts'
import type {
  InterlockTicket,
  Leg,
  LockAction,
  RuleResult,
  SecondPerson,
  Snapshot,
  UserFact,
} from './snapshot.ts'

/** What one rule says. */
export interface RuleFinding {
  pass: boolean
  text: string
  evidence?: RuleResult['evidence']
  fix?: string
  code?: RefusalCode
}

/** R03: hours a login with full proof lasts for opening. */
const strongLoginHours = 12
/** R12: minutes a scan of the point's tag proves presence. */
export const presenceMinutes = 2
/** R13: seconds between the two credentials. */
export const dualSeconds = 60

const yes = (text: string, evidence: RuleResult['evidence'] = {}): RuleFinding => ({
  pass: true,
  text,
  evidence,
})
const deny = (
  text: string,
  fix: string,
  code: RefusalCode = 'LO-4230',
  evidence: RuleResult['evidence'] = {},
): RuleFinding => ({ pass: false, text, fix, code, evidence })

/** Actions that can only make things safer or change nothing; R01 never refuses them. */
export const safeActions: readonly LockAction[] = [
  'CLOSE',
  'FREEZE',
  'LOCATE',
  'READSTATE',
  'READLOG',
  'TIME',
]

/** A rule of §5.8. `leg` is the way the request was matched to. */
export type Rule = (snapshot: Snapshot, leg: Leg) => RuleFinding

const noTicket = deny('没有可用的工作票', '选择列有该锁具且正在执行的工作票')

function lockUsable({ lock }: Snapshot, leg: Leg): RuleFinding {
  if (!lock.enabled) return deny(`锁具 ${lock.lockCode} 已停用`, '由锁具保管人启用')
  const gone: readonly number[] = [custody.inTransfer, custody.lost, custody.repair, custody.scrapped]
  if (gone.includes(lock.custody)) {
    return deny(
      `锁具 ${lock.lockCode} 处于${labelOf('lo_custody', lock.custody)}`,
      '由锁具保管人核对锁具状态',
    )
  }
  if (lock.frozen) return deny(`锁具 ${lock.lockCode} 已冻结`, '由有权限的人员解冻')
  // Without a ticket nobody asks for the people behind the lock (L6, L8), so it must hold nothing.
  const held = leg === 'L6' || leg === 'L8' ? (lock.heldBy ?? []) : []
  if (held.length > 0) {
    const text = `锁具 ${lock.lockCode} 正为工作票 ${held.join('、')} 保持上锁，不能打开`
    return deny(text, '等所列工作票解除占用', 'LO-4212', { heldBy: held })
  }
  return yes(`锁具 ${lock.lockCode} 可用`, { leg, custody: lock.custody })
}

/** Until when the last login with full proof counts (R03), epoch ms; null without one. */
export const strongLoginUntil = ({ strongLoginAt }: Pick<UserFact, 'strongLoginAt'>): number | null =>
  strongLoginAt === null ? null : strongLoginAt + strongLoginHours * hour

/** Is the last login with full proof missing, too old, or in the future (R03)? */
export function loginIsStale({ user, at }: Pick<Snapshot, 'user' | 'at'>): boolean {
  const age = user.strongLoginAt === null ? null : at - user.strongLoginAt
  return age === null || age > strongLoginHours * hour || age < 0
}

function userFit({ user, at, emergency }: Snapshot): RuleFinding {
  return emergency?.kind === 'RESCUE' ? yes('救援优先') : fitness(user, at)
}

function fitness(user: UserFact, at: number): RuleFinding {
  if (!user.active) return deny(`用户 ${user.name} 已停用`, '联系系统管理员')
  if (user.mustAck) return deny('您的锁曾被他人拆除，请先确认知悉', '确认被拆锁通知', 'LO-4215')
  if (loginIsStale({ user, at })) {
    return deny(`登录已超过 ${strongLoginHours} 小时`, '重新登录')
  }
  if (user.missingCerts.length > 0) {
    return deny(
      refusalText('LO-4206', { name: user.name, cert: user.missingCerts.join('、') }),
      '由本票持有效证书的人员开锁，或在“人员资质”中补录有效证书',
      'LO-4206',
      { missing: user.missingCerts },
    )
  }
  return yes(`${user.name} 身份有效`)
}

/** The states each leg asks of the ticket; L5, L6 and L8 need none. */
const legStates: Readonly<Partial<Record<Leg, (ticket: InterlockTicket) => boolean>>> = {
  L1: ({ status, phase }) => status === workStatus.executing && phase === execPhase.working,
  L2: () => true,
  L3: () => true,
  L4: () => true,
  L7: () => true,
}

function ticketNames({ ticket, lock, user, emergency }: Snapshot, leg: Leg): RuleFinding {
  if (emergency?.kind === 'RESCUE') return yes('救援优先')
  if (ticket === null) return noTicket
  const evidence = { workNo: ticket.workNo, status: ticket.status, phase: ticket.phase }
  if (ticket.voidFlag) return deny(`工作票 ${ticket.workNo} 已作废`, '使用有效的工作票', 'LO-4201', evidence)
  if (!legStates[leg]?.(ticket)) {
    const phase = `${labelOf('lo_work_status', ticket.status)}·${labelOf('lo_exec_phase', ticket.phase)}`
    return deny(
      `工作票 ${ticket.workNo} 为“${phase}”，不在可开锁的阶段`,
      '等工作票进入作业阶段',
      'LO-4201',
      evidence,
    )
  }
  if (!ticket.listsLock)
    return deny(
      `工作票 ${ticket.workNo} 未列入锁具 ${lock.lockCode}`,
      '由负责人增补锁具',
      'LO-4230',
      evidence,
    )
  // Whoever removes a lock in an emergency is named by its approval (R14), not by the ticket.
  if (ticket.userTags.length === 0 && leg !== 'L7') {
    return deny(
      `${user.name} 不在工作票 ${ticket.workNo} 人员名单中`,
      '由负责人增加人员',
      'LO-4230',
      evidence,
    )
  }
  return yes(`工作票 ${ticket.workNo} ${labelOf('lo_work_status', ticket.status)}`, evidence)
}

/** From and until, per leg (R05). */
export function windowOf(leg: Leg, ticket: InterlockTicket): { from: number; end: number | null } {
  if (leg === 'L4') return { from: Number.NEGATIVE_INFINITY, end: ticket.closeDeadline }
  const lead = leg === 'L2' && ticket.status === workStatus.approved ? ticket.isolateLeadMin : ticket.earlyMin
  return { from: ticket.planStart - lead * minute, end: ticket.validEnd }
}

function insideLegWindow({ ticket, at }: Snapshot, leg: Leg): RuleFinding {
  if (ticket === null) return leg === 'L8' ? yes('按授权时段判定') : noTicket
  const { from, end } = windowOf(leg, ticket)
  // A ticket without an end was never approved: no window at all.
  if (end === null) return deny(`工作票 ${ticket.workNo} 没有有效期限`, '完成审批', 'LO-4218')
  const evidence = { at: dateTimeText(at), end: dateTimeText(end) }
  if (at < from)
    return deny(`最早 ${dateTimeText(from)} 可以开锁`, `等到 ${dateTimeText(from)}`, 'LO-4218', evidence)
  if (at >= end) return deny(`工作票已于 ${dateTimeText(end)} 到期`, '办理续票', 'LO-4218', evidence)
  return yes(`在有效时段内，截止 ${dateTimeText(end)}`, evidence)
}

function grantCovers(snapshot: Snapshot, leg: Leg): RuleFinding {
  const { gap, grant } = grantFor(snapshot)
  if (grant === null) return deny(gap, '由工作票负责人把您列入该锁具的可开人员')
  if (leg !== 'L8' && grant.grantType <= grantType.periodic)
    return deny('须使用工作票授权', '由工作票负责人把您列入该锁具的可开人员')
  return yes('授权有效', {
    grantId: grant.grantId,
    validTo: grant.validTo === null ? null : dateTimeText(grant.validTo),
  })
}

/** The grant that covers an opening, as R06 sees it. */
export function grantFor({
  grants,
  user,
  lock,
  at,
  ticket,
  method,
}: Snapshot): ReturnType<typeof coveringGrant> {
  return coveringGrant(grants, {
    userId: user.userId,
    lock,
    action: 'OPEN',
    at,
    workId: ticket?.workId ?? null,
    phase: ticket?.phase ?? null,
    method,
  })
}

/** L6: a lock in store is opened by its own keeper, or by whoever it was issued to. */
function keepsOrHolds({ lock, user }: Snapshot): RuleFinding {
  if (lock.keeperId === user.userId || lock.holderId === user.userId)
    return yes(`锁具${labelOf('lo_custody', lock.custody)}，由保管人或持有人开启`)
  return deny('库存锁具只能由其保管人或持有人开启', '由保管人发放给您，或由保管人、持有人开启')
}

function purposeFits(snapshot: Snapshot, leg: Leg): RuleFinding {
  const { lock, ticket, user } = snapshot
  const purpose = labelOf('lo_lock_purpose', lock.purpose)
  if (lock.purpose === lockPurpose.personal) return ownPersonalLock(snapshot)
  if (leg === 'L6') return keepsOrHolds(snapshot)
  if (ticket === null) return noTicket
  const phase = labelOf('lo_exec_phase', ticket.phase)
  const evidence = { purpose: lock.purpose, phase: ticket.phase, tags: ticket.userTags }
  const cell = purposeByPhase[lock.purpose][ticket.phase]
  if (!cell)
    return deny(`${purpose}在“${phase}”阶段必须保持关闭`, '等工作票进入允许的阶段', 'LO-4230', evidence)
  if (!cell.tags.some((tag) => tag !== 'OWNER' && ticket.userTags.includes(tag))) {
    return deny(`${purpose}在“${phase}”阶段只允许${cell.text}开启`, `由${cell.text}开启`, 'LO-4230', evidence)
  }
  const limit = cellGap(cell, ticket, otherHolders(snapshot))
  return limit === null
    ? yes(`${user.name} 可在“${phase}”阶段开启${purpose}`, evidence)
    : deny(limit, limit, 'LO-4229', evidence)
}

/** Numbers of other tickets for which this very lock must stay shut: on a point (T46), or as a box with personal locks. */
export function otherHolders({ ticket, lock }: Pick<Snapshot, 'ticket' | 'lock'>): string[] {
  const others = (lock.heldBy ?? []).filter((workNo) => workNo !== ticket?.workNo)
  return [...new Set([...(ticket?.lockHolds ?? []), ...others])]
}

function cellGap({ only }: Cell, ticket: InterlockTicket, others: readonly string[]): string | null {
  const item = ticket.item
  if (others.length > 0) return `该锁具正为工作票 ${others.join('、')} 保持隔离，不能打开`
  // 0 to be isolated, 1 in safe position, 9 to be locked again: the states in which a lock is put on.
  if (only === 'placing' && (item === null || ![0, 1, 9].includes(item.state)))
    return '该隔离点已上锁，不能再开'
  if (only === 'lifted' && !item?.inLiftedSet) return '该隔离点不在临时解除范围内'
  if (only === 'restoring' && item === null) return '该锁具没有待恢复的隔离点'
  if (only === 'allPersonalOff' && ticket.personalLocksOn.length > 0) {
    return `须先摘除个人锁：${ticket.personalLocksOn.join('、')}`
  }
  return null
}

/** Others who hung the personal lock: it protects them, and is theirs alone until it is off (L5). */
const otherWearers = ({ lock, user }: Pick<Snapshot, 'lock' | 'user'>): string[] =>
  (lock.wornBy ?? []).filter(({ userId }) => userId !== user.userId).map(({ name }) => name)

/** Is the personal lock his own: hung by him alone, or hung by nobody and his by its record (L5)? */
export function isOwnLock({ lock, user }: Pick<Snapshot, 'lock' | 'user'>): boolean {
  const worn = lock.wornBy ?? []
  return worn.length > 0
    ? otherWearers({ lock, user }).length === 0
    : lock.ownerUserId !== null && lock.ownerUserId === user.userId
}

/** L5: only the owner, and only while he is not inside. */
function ownPersonalLock({ lock, user, ownerOnSite }: Snapshot): RuleFinding {
  const others = otherWearers({ lock, user })
  if (others.length > 0) {
    const list = others.join('、')
    const text = `个人锁 ${lock.lockCode} 由${list}上锁，正保护其人身安全，他人不能开启`
    return deny(text, `由${list}本人离场后摘除；确需代拆的走应急拆锁`, 'LO-4211', { wornBy: others })
  }
  if (!isOwnLock({ lock, user })) {
    return deny('个人锁只能由锁主本人开启', '联系锁主本人；确需代拆的走应急拆锁')
  }
  return ownerOnSite ? deny('您仍在现场，不能摘除个人锁', '先登记离场', 'LO-4210') : yes('锁主本人，已离场')
}

/** What opening this lock is about to do with its point: an access lock lets people in, another frees the point. */
export function movementOf({ lock }: Snapshot, leg: Leg): PointMovement {
  if (lock.purpose === lockPurpose.access) return 'enter'
  return leg === 'L4' ? 'toNormal' : 'toSafe'
}

function orderKept(snapshot: Snapshot, leg: Leg): RuleFinding {
  const { ticket, prevention } = snapshot
  // At work only access locks open (R07), and of them FP5 is asked: nobody enters a live bay.
  if (leg === 'L1' && snapshot.lock.purpose !== lockPurpose.access) return yes('不涉及操作顺序')
  const { pointId, rules: all, points } = prevention
  const gaps = unmetPointRules(all, points, pointId, movementOf(snapshot, leg))
  if (gaps.length > 0) {
    const list = gaps.map((gap) => gap.text)
    return deny(`防误闭锁：${list.join('；')}`, `先满足防误闭锁条件：${list.join('；')}`, 'LO-4229', {
      rules: gaps.map((gap) => gap.ruleId),
      unmet: list,
    })
  }
  const waiting = leg === 'L1' ? [] : (ticket?.item?.waitingFor ?? [])
  if (waiting.length === 0) return yes('操作顺序符合')
  const text = leg === 'L4' ? `须先恢复 ${waiting.join('、')}` : `须先完成 ${waiting.join('、')}`
  return deny(text, text, 'LO-4229', { waitingFor: waiting })
}

/**
 * L2 opens locks that are not on yet. What stands on its point already, and became abnormal, or a box on which personal
 * locks hang, protects people, whatever the phase says.
 */
function protectsAlready({ ticket, lock }: Snapshot): boolean {
  if (lock.purpose === lockPurpose.isolation) return ticket?.item?.state === itemState.abnormal
  return boxHeldByOwn({ ticket, lock })
}

/** Do personal locks of this very ticket hang on the box? */
export const boxHeldByOwn = ({ ticket, lock }: Pick<Snapshot, 'ticket' | 'lock'>): boolean =>
  lock.purpose === lockPurpose.lockBox && ticket !== null && (lock.heldBy ?? []).includes(ticket.workNo)

function peopleClear(snapshot: Snapshot, leg: Leg): RuleFinding {
  const { ticket, lock } = snapshot
  if (ticket === null) return noTicket
  if (leg === 'L2' && !protectsAlready(snapshot)) return yes('该锁具尚未保护任何人')
  const { onSite, personalLocksOn, otherHolds } = ticket
  if (onSite.length > 0) {
    return deny(`仍有 ${onSite.length} 人在现场：${onSite.join('、')}`, '人员离场登记', 'LO-4210', { onSite })
  }
  if (personalLocksOn.length > 0) {
    const list = personalLocksOn.join('、')
    return deny(`以下个人锁尚未由本人摘除：${list}`, '由锁主本人摘除个人锁', 'LO-4211', { personalLocksOn })
  }
  if (leg === 'L2') {
    return boxHeldByOwn(snapshot)
      ? deny('锁箱上仍挂有本票的个人锁', '由锁主本人摘除个人锁', 'LO-4211')
      : yes('现场无人，个人锁已摘除')
  }
  // Only an isolation lock keeps energy away from somebody else's work.
  if (lock.purpose === lockPurpose.isolation && otherHolds.length > 0) {
    const text = `隔离点 ${ticket.item?.pointCode ?? ''} 仍被 ${otherHolds.length} 张工作票占用，保持上锁`
    const way = '登记恢复该隔离点：本票占用解除，锁具交还上锁人取下，隔离点由其他工作票的锁具保持'
    return deny(text, way, 'LO-4212', { otherHolds })
  }
  return yes('现场无人，个人锁已摘除，无其他占用')
}

function gasAndGuardian({ ticket, at }: Snapshot): RuleFinding {
  if (ticket === null) return noTicket
  const { gas, guardian, proofsDue = [] } = ticket
  const unheard = gas.unheard ?? []
  if (guardian.required && !guardian.present) return deny('监护人未到位', '监护人到现场签到', 'LO-4209')
  if (proofsDue.length > 0) {
    const text = refusalText('LO-4203', { list: proofsDue.join('；') })
    return deny(text, '由验证人复验所列隔离点', 'LO-4203', { proofsDue })
  }
  if (unheard.length > 0) {
    const text = refusalText('LO-4233', { list: unheard.join('；') })
    return deny(text, '把检测仪指派到所列部位，等到读数合格', 'LO-4233', { unheard })
  }
  if (!gas.controlled) return yes('该处不需要气体检测')
  if (gas.sampleTime === null) return deny('未做气体检测', '由检测人做气体检测', 'LO-4208')
  const evidence = { sampleTime: dateTimeText(gas.sampleTime), limitMin: gas.limitMin }
  if (!gas.pass) return deny('气体检测不合格', '通风置换后重新检测', 'LO-4208', evidence)
  if (at - gas.sampleTime > gas.limitMin * minute) {
    return deny(`气体检测已超过 ${gas.limitMin} 分钟`, '由检测人补做气体检测', 'LO-4208', evidence)
  }
  return yes(`气体检测 ${minutesBetween(gas.sampleTime, at)} 分钟前合格`, evidence)
}

function nothingBlocks({ ticket, alarms, alarmHandlers, stopOrder }: Snapshot): RuleFinding {
  if (stopOrder !== null) return deny(`停工指令：${stopOrder}`, '等停工指令解除', 'LO-4220')
  if (alarms.length > 0)
    return deny(
      `区域存在紧急报警：${alarms.join('、')}`,
      closeAlarm(alarms.join('、'), alarmHandlers),
      'LO-4220',
      { alarms },
    )
  const conflicts = ticket?.blockingConflicts ?? []
  if (conflicts.length === 0) return yes('无阻断冲突与紧急报警')
  return deny(`与工作票 ${conflicts.join('、')} 冲突`, '处理作业冲突', 'LO-4205', { conflicts })
}

function standsThere({ presence, method, lock, at, remoteConfirmedBy, user }: Snapshot): RuleFinding {
  if (method === '02') {
    if (!lock.allowsRemote) return deny('该锁具不允许远程开启', '到锁具现场开启')
    if (remoteConfirmedBy === null || remoteConfirmedBy === user.userId) {
      return deny('远程开启须由现场另一人确认', '请现场人员确认，或到现场开启')
    }
    return yes('远程开启，现场已确认', { confirmedBy: remoteConfirmedBy })
  }
  if (presence === null) return deny('没有到场证明', '在锁具现场碰触标签、扫码或用蓝牙连接')
  const evidence = { kind: presence.kind, at: dateTimeText(presence.at) }
  if (!presence.matches)
    return deny('到场证明与该锁具不符', '扫描该锁具或其隔离点的标签', 'LO-4230', evidence)
  if (presence.used === true) return deny('该次扫码已用过一次', '重新碰触标签或扫码', 'LO-4230', evidence)
  const age = at - presence.at
  if (age < 0 || age > presenceMinutes * minute) {
    return deny(`到场证明已超过 ${presenceMinutes} 分钟`, '重新碰触标签或扫码', 'LO-4230', evidence)
  }
  return yes(`${presence.kind} 到场证明有效`, evidence)
}

/** Does opening the lock ask for two people (R13)? */
export const dualIsRequired = ({ lock, ticket }: Pick<Snapshot, 'lock' | 'ticket'>): boolean =>
  lock.dualAuth === 2 || (ticket?.dualRequired ?? false)

function twoPeople(snapshot: Snapshot): RuleFinding {
  const { second, user, at } = snapshot
  if (!dualIsRequired(snapshot)) return yes('不需要双人开锁')
  if (second === null) return deny('须两人同时验证', '请第二人验证')
  if (second.userId === user.userId) return deny('两次验证须为不同人员', '请第二人验证')
  const apart = Math.abs(at - second.at) / 1000
  if (apart > dualSeconds)
    return deny(`两人验证须在 ${dualSeconds} 秒内完成`, '两人重新验证', 'LO-4230', { apart })
  const gap = secondGap(second, snapshot)
  if (gap !== null)
    return deny(gap, '请本票人员名单中的另一人到锁具旁验证', 'LO-4230', { second: second.name })
  return yes(`第二人 ${second.name} 已验证`, { second: second.name })
}

/**
 * Why somebody may not be the second person (R13), Chinese; null when he may. He stands on the ticket, as R04 asks of whoever
 * opens, and is fit as R03 asks.
 */
export function secondGap(
  { name, user, tags }: SecondPerson,
  { ticket, at }: Pick<Snapshot, 'ticket' | 'at'>,
): string | null {
  if (user === undefined || tags === undefined) return null
  if (tags.length === 0) return `${name} 不在工作票 ${ticket?.workNo ?? ''} 人员名单中，不能作为第二人`
  const fit = fitness(user, at)
  return fit.pass ? null : `第二人 ${name}：${fit.text}`
}

function emergencyValid(snapshot: Snapshot): RuleFinding {
  const { emergency, at, user } = snapshot
  if (emergency === null) return deny('没有已批准的应急拆锁', '申请应急拆锁', 'LO-4213')
  if (emergency.kind === 'RESCUE') return rescuer(snapshot)
  if (emergency.used) return deny('应急授权已使用', '重新申请应急拆锁', 'LO-4213')
  const age = at - emergency.approvedAt
  if (age < 0 || age > emergencyMinutes * minute) {
    return deny(`应急授权已超过 ${emergencyMinutes} 分钟`, '重新申请应急拆锁', 'LO-4213')
  }
  if (emergency.removerId !== user.userId) return deny('应急授权不属于您', '由指定拆锁人操作', 'LO-4213')
  if (emergency.witnessId === null || emergency.witnessId === user.userId) {
    return deny('应急拆锁须有见证人', '指定见证人', 'LO-4213')
  }
  // Both agreed that he was away (T47, G23): he has come back since, and may stand behind it.
  if (snapshot.ownerOnSite) return deny('锁主已登记在现场，不能拆除其个人锁', '请锁主本人摘锁', 'LO-4213')
  return yes('应急授权有效')
}

/** Rescue asks for nothing but the right person and the right kind of lock: an access lock, guardian or safety. */
function rescuer({ user, ticket, lock }: Snapshot): RuleFinding {
  const tags = [...user.postTags, ...(ticket?.userTags ?? [])]
  if (lock.purpose !== lockPurpose.access) return deny('救援只能开启箱柜门禁锁', '申请应急拆锁', 'LO-4213')
  return tags.includes('GUARD') || tags.includes('SAFETY')
    ? yes('救援优先')
    : deny('救援开锁由监护人或安全管理人员执行', '请监护人或安全管理人员开启', 'LO-4030')
}

function offlineTrusted({ offline }: Snapshot): RuleFinding {
  if (offline === null) return yes('在线判定')
  if (!offline.clockTrusted) return deny('时钟不可信，不能离线开锁', '联网校时')
  return offline.epochTrusted
    ? yes('离线时钟与撤销序号可信')
    : deny('授权撤销信息过旧，不能离线开锁', '联网同步授权')
}

/** R02–R15 by id, in the order they are reported. R01 is decided before them. */
export const rules: Readonly<Record<string, Rule>> = {
  R02: lockUsable,
  R03: userFit,
  R04: ticketNames,
  R05: insideLegWindow,
  R06: grantCovers,
  R07: purposeFits,
  R08: orderKept,
  R09: peopleClear,
  R10: gasAndGuardian,
  R11: nothingBlocks,
  R12: standsThere,
  R13: twoPeople,
  R14: emergencyValid,
  R15: offlineTrusted,
}
