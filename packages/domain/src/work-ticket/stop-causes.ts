import { execPhase, stopCause, workStatus, type RoleTag, type StopCause } from '../dictionaries/index.ts'
import { refusalText } from '../verdict/index.ts'
import { effects, type Build } from './consequence.ts'
import type { StopCauseFact } from './execution-facts.ts'
import type { TicketFacts } from './facts.ts'
import { failingNow, gasOwed, gasSpotText, type GasSpot } from './gas.ts'
import { findings, guard, no, ok } from './guard.ts'
import { guardiansAt, insideUnlocked } from './guards-people.ts'
import type { Ticket } from './ticket.ts'

/** Where a stop is something that somebody must answer for before work goes on: it runs, or stands still already. */
const holdsWork: readonly number[] = [
  execPhase.working,
  execPhase.suspended,
  execPhase.testRun,
  execPhase.relocking,
]

/** Where a stop keeps the work from starting: locks and proofs go on, nobody goes in. */
const holdsStart: readonly number[] = [execPhase.isolating, execPhase.locked, execPhase.verified]

/** What guards of the start ask the plant itself, so that nobody must answer for it before (G12, G15, G16). */
const askedAtStart: readonly StopCause[] = [
  stopCause.guardian,
  stopCause.isolation,
  stopCause.stopOrder,
  stopCause.overdue,
]

/** Must somebody answer for a stop of this kind before work starts or goes on from here? (T27, T33) */
function mustBeAnswered({ status, phase }: Pick<Ticket, 'status' | 'phase'>, kind: StopCause): boolean {
  if (status === workStatus.executing) return holdsWork.includes(phase)
  return status === workStatus.approved && holdsStart.includes(phase) && !askedAtStart.includes(kind)
}

/** What an event says of why work stops; null where it stops nothing. */
function causeIn({
  event,
  facts,
}: Parameters<Build>[0]): { kind: StopCause; reason: string; gas?: GasSpot } | null {
  switch (event.type) {
    case 'suspend':
      return causeSaid(event.cause ?? stopCause.unstated, event.reason)
    case 'pointFail': {
      const code = facts.points.find((point) => point.pointId === event.pointId)?.pointCode ?? event.pointId
      return { kind: stopCause.isolation, reason: `隔离点 ${code}：${event.reason}` }
    }
    case 'gasRepeat': {
      if (event.pass) return null
      const gas = { gasCode: event.gasCode ?? '', position: event.position ?? '' }
      return { kind: stopCause.gas, reason: `气体检测不合格：${gasSpotText(gas)}`, gas }
    }
    case 'presenceReported':
      return { kind: stopCause.other, reason: '有人在离线时未经核准进场' }
    default:
      return null
  }
}

const isOpen = ({ closedAt }: StopCauseFact): boolean => closedAt === null

/** Consequences of a stop and of an answer for it (T25, T28, T30, T32, T33, T55). */
export const causeConsequences = {
  /** Each cause is answered for by itself; the same one told again is the same one. */
  causeOpened: (occasion) => {
    const { before, facts } = occasion
    const cause = causeIn(occasion)
    if (cause === null || !mustBeAnswered(before, cause.kind)) return {}
    const isKnown = facts.stopCauses.some(
      (each) => isOpen(each) && each.kind === cause.kind && each.reason === cause.reason,
    )
    return isKnown ? {} : effects({ do: 'cause.open', ...cause })
  },
  causeClosed: ({ event }) => {
    if (event.type !== 'causeClose') throw new Error('transition table: causeClosed is made for causeClose')
    return effects({ do: 'cause.close', causeId: event.causeId, evidence: event.evidence.trim() })
  },
  causesCleared: ({ facts }) => (facts.stopCauses.length === 0 ? {} : effects({ do: 'causes.clear' })),
} satisfies Record<string, Build>

const kindNames: Readonly<Record<StopCause, string>> = {
  [stopCause.unstated]: '未说明',
  [stopCause.injury]: '人身伤害',
  [stopCause.gas]: '气体异常',
  [stopCause.weather]: '天气或环境变化',
  [stopCause.equipment]: '设备异常',
  [stopCause.guardian]: '监护人不在岗',
  [stopCause.isolation]: '锁具或隔离异常',
  [stopCause.stopOrder]: '停工指令',
  [stopCause.overdue]: '超时未处理',
  [stopCause.other]: '其他',
}

/** The kind is always shown before the reason, which need not say it again. */
function causeSaid(kind: StopCause, reason: string): { kind: StopCause; reason: string } {
  const name = `${kindNames[kind]}：`
  return { kind, reason: reason.startsWith(name) && reason !== name ? reason.slice(name.length) : reason }
}

const safetyAlone = { tags: ['SAFETY'], who: '安全管理人员' } as const

/** Where people were hurt or may be poisoned, or nobody has said that they were not, the safety officer alone answers. */
const answers: Readonly<Partial<Record<StopCause, { tags: readonly RoleTag[]; who: string }>>> = {
  [stopCause.injury]: safetyAlone,
  [stopCause.gas]: safetyAlone,
  [stopCause.unstated]: safetyAlone,
  [stopCause.other]: safetyAlone,
  [stopCause.stopOrder]: { tags: ['PERMIT', 'SAFETY'], who: '许可人或安全管理人员' },
}
const others = {
  tags: ['LEAD', 'GUARD', 'PERMIT', 'SAFETY'],
  who: '负责人、监护人、许可人或安全管理人员',
} as const

/** Who may answer for a cause of this kind (T55). */
export const whoAnswers = (kind: StopCause): { readonly tags: readonly RoleTag[]; readonly who: string } =>
  answers[kind] ?? others

/** Does closing a cause of this kind take a picture beside the words (T55)? */
export const needsFile = (kind: StopCause): boolean => kind === stopCause.injury

/** 人身伤害（有人触电，由安全管理人员关闭） */
export const causeText = ({ kind, reason }: Pick<StopCauseFact, 'kind' | 'reason'>): string =>
  `${kindNames[kind]}（${reason}，由${whoAnswers(kind).who}关闭）`

type Seen = Pick<TicketFacts, 'gas' | 'persons' | 'policy' | 'stopOrder' | 'now'>

/** What is still so, although somebody would say the cause is gone; null when nothing speaks against it. */
function stillThere({ kind, at, gas }: StopCauseFact, seen: Seen, needIsolation: boolean): string | null {
  switch (kind) {
    case stopCause.gas:
      return gasAgain(gas ?? { gasCode: '', position: '' }, at, seen.gas)
    case stopCause.guardian: {
      const { required, there } = guardiansAt(seen)
      return there.length >= required ? null : '监护人仍未到位'
    }
    case stopCause.isolation: {
      const names = insideUnlocked(seen.persons, seen.policy, needIsolation).map(({ name }) => name)
      return names.length === 0 ? null : `${names.join('、')} 仍在现场且没有锁闭的个人锁，请先离场登记`
    }
    case stopCause.stopOrder:
      return seen.stopOrder === null ? null : `停工指令仍有效：${seen.stopOrder}`
    default:
      return null
  }
}

/** Good samples taken after the stop of what stopped it, and none failing anywhere. */
function gasAgain(spot: GasSpot, stoppedAt: number, gas: TicketFacts['gas']): string | null {
  const failing = failingNow(gas).filter((test) => test.sampleTime > stoppedAt)
  if (failing.length > 0) return `停止之后的检测仍不合格：${failing.map(gasSpotText).join('、')}`
  const owed = gasOwed(spot, stoppedAt, gas)
  if (owed.length > 0) return `停止之后还没有重新取样检测：${owed.join('、')}`
  const before = failingNow(gas)
  return before.length === 0 ? null : `检测仍不合格：${before.map(gasSpotText).join('、')}`
}

/** T55: the cause is open, he who answers for it may, and what the plant knows does not say otherwise. */
export const causeMayClose = guard({
  id: 'T55',
  code: 'LO-4229',
  reads: ['stopCauses', 'actor', 'gas', 'persons', 'policy', 'stopOrder', 'now'],
  check(facts, ticket, event) {
    const { stopCauses, actor } = facts
    const cause =
      event.type === 'causeClose' ? stopCauses.find((each) => each.causeId === event.causeId) : undefined
    if (!cause) return no(refusalText('LO-4229', { reason: '未找到该中断原因' }))
    const name = kindNames[cause.kind]
    if (!isOpen(cause)) return no(refusalText('LO-4229', { reason: `中断原因“${name}”已关闭，无须重复` }))
    const { tags, who } = whoAnswers(cause.kind)
    const wrong = [
      tags.some((tag) => actor.roleTags.includes(tag)) ? '' : `“${name}”须由${who}确认消除`,
      needsFile(cause.kind) && !(event.type === 'causeClose' && event.hasFile === true)
        ? '人身伤害须上传处理情况的照片'
        : '',
      stillThere(cause, facts, ticket.needIsolation) ?? '',
    ].filter((text) => text !== '')
    return findings(wrong, `中断原因“${name}”已消除`, (list) => refusalText('LO-4229', { reason: list }), [
      `由${who}处理后登记依据`,
    ])
  },
})

/** T33: somebody has answered for every cause that stopped the work. */
export const causesClosed = guard({
  id: 'T33',
  code: 'LO-4201',
  reads: ['stopCauses'],
  check({ stopCauses }) {
    const open = stopCauses.filter(isOpen)
    if (open.length === 0) return ok('中断原因已消除')
    const list = open.map(causeText)
    return no(`中断原因尚未关闭：${list.join('；')}`, { list }, [
      '在工作票上“关闭中断原因”，写明如何处理、如何确认，再申请开工或恢复',
    ])
  },
})

/** Is anybody still to answer for a stop of this ticket? */
export const hasOpenCause = (causes: readonly StopCauseFact[], { phase }: Pick<Ticket, 'phase'>): boolean =>
  (phase === execPhase.suspended || phase === execPhase.verified) && causes.some(isOpen)
