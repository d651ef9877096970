import { roleName } from './advance.ts'
import { eventNames } from './event-names.ts'
import type { KeyFact } from './facts.ts'
import { factsReadBy } from './facts-read.ts'
import type { FactName } from './guard.ts'
import { pendingRequest, signaturesOf } from './pending-request.ts'
import type { Ticket } from './ticket.ts'
import type { Role } from './transition-row.ts'
import { transitions } from './transitions.ts'
import type { TurnAct, TurnTask } from './turn.ts'
import type { TicketEventType } from './events.ts'

/** What is asked of a person, as the button says it; an event without a word of its own is called as the timeline calls it. */
const words: Readonly<Partial<Record<TurnAct, string>>> = {
  submit: '提交工作票',
  reviewPass: '审核工作票',
  approve: '审批工作票',
  pointOperate: '操作到位',
  pointLock: '上锁',
  pointTag: '挂牌',
  pointVerify: '零能量验证',
  pointRestore: '恢复',
  readLock: '读取锁状态',
  look: '目视确认关锁',
  witness: '见证关锁',
  brief: '安全交底',
  briefConfirm: '确认安全交底',
  guardIn: '监护人签到',
  gasAdd: '气体检测',
  measureConfirm: '现场确认安全措施',
  unsyncedOverride: '放行未同步的操作',
  personalLockOff: '摘除个人锁',
  personIn: '进场登记',
  personOut: '离场登记',
  releaseBegin: '作业完成，解除隔离',
  extendApprove: '延期审批',
  handoverAccept: '接收交接',
  removalAck: '确认知悉拆锁',
  afterReview: '补做事后审查',
  groupRelease: '部分解除',
  testBegin: '试运行',
  relocked: '恢复上锁完成',
  closeExpired: '过期收尾',
}

const wordOf = (act: TurnAct): string => words[act] ?? eventNames[act as TicketEventType]

/** Which of the signatures an event waits for: who asks, the territory that accepts, who confirms; null: one is enough. */
export type Signature = 'ask' | 'accept' | 'confirm'

/** The signature that comes next for this step (§4.4 `keys`). */
export function signatureOf(
  { act }: Pick<TurnTask, 'act'>,
  ticket: Pick<Ticket, 'status' | 'phase'>,
  keys: readonly KeyFact[],
  now: number,
): Signature | null {
  // Notes are no events, and none signs for several.
  const order = signaturesOf(act as TicketEventType, ticket)
  if (order === undefined || act === 'extendApprove') return null
  const pending = pendingRequest(ticket, keys, now)
  if (pending?.event !== act) return 'ask'
  return pending.next.includes('DEPT') ? 'accept' : 'confirm'
}

const signatureWords: Readonly<Record<Signature, string>> = { ask: '申请', accept: '', confirm: '确认' }
/** Where what it is about stands before the word (a point), in words of its own (a cause), or behind it (people). */
const before: readonly TurnAct[] = [
  'pointOperate',
  'pointLock',
  'pointTag',
  'pointVerify',
  'pointRestore',
  'readLock',
  'look',
  'witness',
]
const behind: readonly TurnAct[] = ['brief', 'causeClose', 'removalAck']
const signatures = Object.keys(signatureWords) as Signature[]
const namedActs = [...Object.keys(words), ...Object.keys(eventNames)] as TurnAct[]

/** What is to be done, in words: `Q1 操作到位`, `确认开工`, `安全交底（孙作）`. */
export function turnText(task: Pick<TurnTask, 'act' | 'at'>, signature: Signature | null): string {
  const { act, at } = task
  if (signature === 'accept') return '属地验收'
  const word = `${signature === null ? '' : signatureWords[signature]}${wordOf(act)}`
  if (at !== '' && before.includes(act)) return `${at} ${word}`
  return at !== '' && behind.includes(act) ? `${word}（${at}）` : word
}

/** Steps that the same hands take one after the other, point by point, are one piece of work. */
const pieces: Readonly<Partial<Record<TurnAct, 'isolate' | 'verify' | 'restore'>>> = {
  pointOperate: 'isolate',
  pointLock: 'isolate',
  pointTag: 'isolate',
  pointVerify: 'verify',
  pointRestore: 'restore',
}
const pieceWords = { isolate: '隔离上锁', verify: '验证零能量', restore: '恢复隔离点' } as const

/** The piece of work that a step belongs to, as messages and links name it: `isolate`, `start.confirm`, `brief`. */
export const pieceOf = ({ act, signature }: { act: TurnAct; signature: Signature | null }): string =>
  pieces[act] ?? (signature === null ? act : `${act}.${signature}`)

/** What a message asks for: the whole piece where the step is one of several, else the step as its button says it. */
export function askedOf({ act, text }: { act: TurnAct; text: string }): string {
  const piece = pieces[act]
  return piece === undefined ? text : pieceWords[piece]
}

/** A piece of work in words, by its name in a link; null for a name that no step has. */
export function pieceText(name: string): string | null {
  const piece = Object.values(pieces).find((each) => each === name)
  if (piece !== undefined) return pieceWords[piece]
  const [actName, signatureName] = name.split('.')
  const act = namedActs.find((each) => each === actName)
  const signature = signatures.find((each) => each === signatureName) ?? null
  return act === undefined ? null : turnText({ act, at: '' }, signature)
}

/** Who does it by the rules, for a step that nobody present can do. */
export function turnRoles(
  { act, tags }: Pick<TurnTask, 'act' | 'tags'>,
  ticket: Pick<Ticket, 'status' | 'phase'>,
  keys: readonly KeyFact[],
  now: number,
): string {
  if (tags) return tags.map((tag) => roleName(tag)).join('或')
  const pending = pendingRequest(ticket, keys, now)
  const order = signaturesOf(act as TicketEventType, ticket)
  const row = transitions.find(
    (each) => each.event === act && each.from.includes(`${ticket.status}/${ticket.phase}`),
  )
  const roles: readonly Role[] =
    (pending?.event === act ? pending.next : order?.[0]) ?? row?.by.filter((role) => role !== 'SYSTEM') ?? []
  return roles.map((role) => roleName(role)).join('或')
}

/** Facts that `turnTasks` and `takersOf` look at beside those of the events themselves. */
const ownReads: readonly FactName[] = [
  'now',
  'actor',
  'acting',
  'points',
  'persons',
  'holds',
  'locks',
  'policy',
  'flow',
  'steps',
  'keys',
  'stopCauses',
  'handovers',
  'removals',
  'emergency',
  'extension',
]

/** Events that a ticket waits for in some state; all others are somebody's wish. */
const waited: ReadonlySet<TicketEventType> = new Set<TicketEventType>([
  'submit',
  'reviewPass',
  'approve',
  'isolateStart',
  'pointOperate',
  'pointLock',
  'pointTag',
  'pointVerify',
  'personalLockOn',
  'personalLockOff',
  'start',
  'personIn',
  'personOut',
  'causeClose',
  'resume',
  'testBegin',
  'testEnd',
  'relocked',
  'groupRelease',
  'extendApprove',
  'releaseBegin',
  'pointRestore',
  'finish',
  'closeExpired',
  'handoverAccept',
  'handoverDone',
  'removalAck',
  'afterReview',
])

/** The facts to load for `turnTasks` of a ticket where it stands. */
export function turnReads({ status, phase }: Pick<Ticket, 'status' | 'phase'>): FactName[] {
  const events = transitions
    .filter((row) => waited.has(row.event) && row.from.includes(`${status}/${phase}`))
    .map((row) => row.event)
  return [...new Set([...ownReads, ...[...new Set(events)].flatMap(factsReadBy)])]
}
