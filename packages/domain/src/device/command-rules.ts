import { commandStatus, type CommandStatus, type CommandType } from '../dictionaries/index.ts'
import { day, hour, minute, second } from '../verdict/index.ts'

/** How long a command lives, whether it may wait for a device, how often it is sent again (3-domain.md §5.6). */
interface CommandRule {
  /** ms from its issue; null = until done. */
  ttlMs: number | null
  /** Waits for a device that is away; otherwise it fails at once. */
  stored: boolean
  /** Sends after the first; null = until done. */
  retries: number | null
  /** Between two sends, ms; a command without an end is sent ever less often, at most `longestWaitMs` apart. [D] */
  resendMs: number
  /** Sent again at every contact of a device that has not answered, at most this often, ms; null = as by the timer (§5.9). */
  contactMs: number | null
  /** Kinds of which a waiting one is cancelled by this: the newer says all that the older did. */
  replaces: readonly CommandType[]
  /** Kinds that this one takes back, also when sent: a repetition of the older must not undo the newer. */
  revokes: readonly CommandType[]
  /** Protects people: it takes the place of another command when too many wait, and is never refused for that. */
  protects: boolean
}

const rule = (
  ttlMs: number | null,
  stored: boolean,
  retries: number | null,
  more: Partial<CommandRule> = {},
): CommandRule => ({
  ttlMs,
  stored,
  retries,
  resendMs: 10 * second,
  contactMs: null,
  replaces: [],
  revokes: [],
  protects: false,
  ...more,
})

/** What bears a version: a device that has it already takes it once, however often it is told. */
const versioned = { resendMs: minute, contactMs: 10 * second }

const commandRules: Readonly<Record<CommandType, CommandRule>> = {
  // An unlock is never stored for later: a late OPEN can energise a line with people on it.
  OPEN: rule(10 * second, false, 0),
  CLOSE: rule(30 * second, false, 2),
  FREEZE: rule(null, true, null, { revokes: ['FREEZE', 'UNFREEZE'], protects: true }),
  UNFREEZE: rule(hour, false, 1, { revokes: ['FREEZE'] }),
  TIME: rule(minute, false, 2, { replaces: ['TIME'] }),
  READLOG: rule(hour, true, 2),
  READSTATE: rule(hour, true, 2, { replaces: ['READSTATE'] }),
  LOCATE: rule(hour, true, 2, { replaces: ['LOCATE'] }),
  // It carries the epoch a lock must reach; a higher one contains every lower one.
  GRANT: rule(null, true, null, { revokes: ['GRANT'], protects: true }),
  CONFIG: rule(7 * day, true, 2, { replaces: ['CONFIG'], ...versioned }),
  OTA: rule(7 * day, true, 2, { replaces: ['OTA'], ...versioned }),
}

/** OPEN through a gateway has the time the gateway needs to reach the lock, ms (§5.6). */
const gatewayOpenTtlMs = 20 * second
/** Commands that may wait for one device (§5.6). */
export const queueLimit = 20
/** A command that waits, or is sent until done, is looked at again at least this often, ms. [D] */
const longestWaitMs = 5 * minute

/** Milliseconds a command lives from its issue; null = until done (§5.6). */
export function ttlOf(type: CommandType, throughGateway: boolean): number | null {
  return type === 'OPEN' && throughGateway ? gatewayOpenTtlMs : commandRules[type].ttlMs
}

/** What happens to a command. */
export type CommandEvent = 'send' | 'wait' | 'delivered' | 'done' | 'fail' | 'ttlPassed' | 'replaced'

const { queued, sent, delivered, success, failed, timeout, expired, cancelled } = commandStatus

/** From one of `from`, by `event`, to `to`; the first row that fits counts. */
const rows: readonly { from: readonly CommandStatus[]; event: CommandEvent; to: CommandStatus }[] = [
  { from: [queued, sent], event: 'send', to: sent },
  // To be sent once more because the device came back: that it had received it counts no longer.
  { from: [delivered], event: 'send', to: sent },
  // It did not leave.
  { from: [sent], event: 'wait', to: queued },
  { from: [sent], event: 'delivered', to: delivered },
  { from: [sent, delivered], event: 'done', to: success },
  { from: [sent, delivered], event: 'fail', to: failed },
  { from: [sent, delivered], event: 'ttlPassed', to: timeout },
  { from: [queued], event: 'ttlPassed', to: expired },
  { from: [queued], event: 'replaced', to: cancelled },
  // It was sent, so nobody knows whether the device obeyed it.
  { from: [sent, delivered], event: 'replaced', to: timeout },
]

/** Status after an event, or null when the event comes too late to matter (an ack after TIMEOUT changes nothing; §5.6). */
export function nextCommandStatus(status: CommandStatus, event: CommandEvent): CommandStatus | null {
  return rows.find((row) => row.event === event && row.from.includes(status))?.to ?? null
}

/** Nothing changes the command any more (§5.6). */
export function isSettled(status: number): boolean {
  return status !== queued && status !== sent && status !== delivered
}

/** 结果未知，以锁状态为准: shown for TIMEOUT; the screen asks READSTATE and never repeats OPEN by itself (§5.6). */
export function outcomeIsUnknown(status: number): boolean {
  return status === timeout
}

/**
 * What an acknowledgement means for its command. 重复指令 is the answer to a repetition: an earlier message has arrived,
 * and what came of it that message's own answer says (§5.7).
 */
export function eventOfAck(stage: 'RECV' | 'RUN' | 'DONE' | 'FAILED', code: string): CommandEvent {
  if (stage === 'DONE') return 'done'
  return stage === 'FAILED' && code !== 'LO-D1004' ? 'fail' : 'delivered'
}

/** A command as it stands; times in epoch ms. */
export interface CommandState {
  type: CommandType
  status: CommandStatus
  /** Messages that have left, or may have, the first included. */
  sends: number
  issuedAt: number
  lastSentAt: number | null
  /** ms from its issue; null = until done. */
  ttlMs: number | null
}

/** Whether a command's time is over at `now` (epoch ms): it may not be sent, and no answer counts (§5.6). */
export function isOverdue(
  { issuedAt, ttlMs }: Pick<CommandState, 'issuedAt' | 'ttlMs'>,
  now: number,
): boolean {
  return ttlMs !== null && now - issuedAt >= ttlMs
}

/** After its time a lock that has begun to move may still take this long to stand open, ms (§5.1). */
const openingMs = 15 * second

/**
 * Whether an opening happened by an OPEN command: within its time, and as its first one. A lock that opens later, or again, by
 * the number of a command that is over opens by nobody's word (§5.6, W04).
 */
export function opensByCommand(
  { type, issuedAt, ttlMs, opened }: Pick<CommandState, 'type' | 'issuedAt' | 'ttlMs'> & { opened: boolean },
  occurTime: number,
): boolean {
  return type === 'OPEN' && !opened && (ttlMs === null || occurTime < issuedAt + ttlMs + openingMs)
}

/** What asks to send: the call that issued the command, a device that can be reached again, or its own timer. */
export type SendOccasion = 'issue' | 'arrival' | 'timer'

/**
 * May a command be sent (again) at `now`, epoch ms (§5.6)? OPEN leaves once and only by the call that issued it; nothing leaves after its
 * time, nor twice within its interval, however many servers ask.
 */
export function maySend(command: CommandState, occasion: SendOccasion, now: number): boolean {
  const { stored, retries, resendMs, contactMs } = commandRules[command.type]
  if (isOverdue(command, now)) return false
  if (command.status === queued)
    return occasion === 'issue' || (occasion === 'arrival' ? stored : retries !== 0)
  const mayRepeat =
    command.status === sent || (command.status === delivered && occasion === 'arrival' && retries === null)
  if (!mayRepeat || occasion === 'issue') return false
  const quiet = now - (command.lastSentAt ?? command.issuedAt)
  if (occasion === 'arrival' && contactMs !== null) return quiet >= contactMs
  const isLeft = retries === null || command.sends <= retries
  return isLeft && quiet >= resendMs
}

/** What becomes of a command that could not leave: it waits, fails, or, when it had left before, stays as it was (§5.6). */
export function whenRefused(before: CommandState): CommandEvent | null {
  if (before.sends > 0) return null
  return commandRules[before.type].stored ? 'wait' : 'fail'
}

/**
 * When to look at a command again, epoch ms: to send it once more or to end it (§5.6); null when only its device can
 * change it. `now` is epoch ms.
 */
export function nextLookAt(command: CommandState, now: number): number | null {
  if (isSettled(command.status)) return null
  const { retries, resendMs } = commandRules[command.type]
  const endsAt = command.ttlMs === null ? Infinity : command.issuedAt + command.ttlMs
  // Twice as late each time for what has no limit of its own.
  const isEndless = command.status === queued || retries === null
  const waitMs = isEndless ? Math.min(Math.max(now - command.issuedAt, resendMs), longestWaitMs) : resendMs
  const isSentAgain =
    retries !== 0 &&
    (command.status === queued || (command.status === sent && (retries === null || command.sends <= retries)))
  const at = Math.min(endsAt, isSentAgain ? now + waitMs : Infinity)
  return at === Infinity ? null : at
}

/** A command that is not settled yet, as the queue of its device sees it. */
export interface PendingCommand {
  cmdId: string
  type: CommandType
  status: CommandStatus
}

/** What a new command does to those of its device that are not settled. */
export type QueueAnswer =
  | { admitted: true; replaced: readonly PendingCommand[] }
  /** As many as may wait for the device do. */
  | { admitted: false }

/**
 * Whether a command may be issued beside the pending ones of its device, oldest first, and which of them it ends (§5.6:
 * at most 20 wait). What never waits is never refused; what protects people takes the place of what does not.
 */
export function enqueue(type: CommandType, pending: readonly PendingCommand[]): QueueAnswer {
  const { stored, replaces, revokes } = commandRules[type]
  const replaced = pending.filter(
    (each) => revokes.includes(each.type) || (each.status === queued && replaces.includes(each.type)),
  )
  if (!stored) return { admitted: true, replaced }
  const room = roomFor(
    type,
    pending.filter((each) => !replaced.includes(each)),
  )
  return room.admitted ? { admitted: true, replaced: [...replaced, ...room.replaced] } : room
}

/**
 * Whether a command that was sent and did not leave may wait among the others of its device (§5.6: at most 20 wait), and
 * which of them gives way to it. Newer ones stay, whatever they say: it is not issued a second time.
 */
export function roomFor(type: CommandType, others: readonly PendingCommand[]): QueueAnswer {
  const waiting = others.filter((each) => each.status === queued)
  if (waiting.length < queueLimit) return { admitted: true, replaced: [] }
  const displaced = commandRules[type].protects
    ? waiting.find((each) => !commandRules[each.type].protects)
    : undefined
  return displaced ? { admitted: true, replaced: [displaced] } : { admitted: false }
}
