import type { TicketTurn, TurnStep } from '@suoan/contract'

/** The parts of a ticket's page, as its tabs are called. */
export type TicketTab = 'detail' | 'points' | 'people' | 'measures' | 'gas' | 'decisions'

const tabs: Readonly<Partial<Record<TurnStep['act'], TicketTab>>> = {
  pointOperate: 'points',
  pointLock: 'points',
  pointTag: 'points',
  pointVerify: 'points',
  pointRestore: 'points',
  readLock: 'points',
  look: 'points',
  witness: 'points',
  brief: 'people',
  briefConfirm: 'people',
  guardIn: 'people',
  personalLockOn: 'people',
  personalLockOff: 'people',
  personIn: 'people',
  personOut: 'people',
  measureConfirm: 'measures',
  gasAdd: 'gas',
  reviewPass: 'detail',
  approve: 'detail',
  submit: 'detail',
}

/** Where somebody does this step; null where its button stands above the tabs and any of them will do. */
export const tabOf = ({ act }: Pick<TurnStep, 'act'>): TicketTab | null => tabs[act] ?? null

/** What the ticket waits for, the ways of single people left out. */
export const waitedFor = ({ steps }: Pick<TicketTurn, 'steps'>): TurnStep[] =>
  steps.filter(({ isOwnWay }) => !isOwnWay)

/** Names are told up to this many; more would push the button off a phone's screen. */
const mostNames = 4

/** `赵值、郑隔`, or who does it by the rules where nobody can. */
export function whoText({ who, roles }: Pick<TurnStep, 'who' | 'roles'>): string {
  if (who.length === 0) return roles
  const names = who.slice(0, mostNames).map(({ name, isMe }) => (isMe ? '您' : name))
  return `${names.join('、')}${who.length > mostNames ? ` 等 ${who.length} 人` : ''}`
}

/**
 * Whether people hold it up. Of a step that misses something, those who could do it then are known too, and whoever looks may be
 * one of them: it waits for what is missing, not for him.
 */
export const waitsForPeople = ({ who, missing }: Pick<TurnStep, 'who' | 'missing'>): boolean =>
  who.length > 0 && missing.length === 0

/** The same in one line. */
export function waitText(step: TurnStep): string {
  const [gap] = step.missing
  return gap ? `还不能“${step.text}”：${gap.text}` : `等待 ${whoText(step)}：${step.text}`
}

/** Somebody whom one press calls: nobody is called by a number that is not shown whole. */
export const callable = ({ who }: Pick<TurnStep, 'who'>): { name: string; phone: string }[] =>
  who.flatMap(({ name, phone, isMe }) =>
    phone === null || isMe || !/^[+\d][\d-]+$/.test(phone) ? [] : [{ name, phone }],
  )
