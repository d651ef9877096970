import { nextState, type TableRow } from '@suoan/kit/transition'
import { commandStatus, type CommandStatus, type CommandType } from '../dictionaries/index.ts'
import { day, hour } from '../verdict/index.ts'

/** §5.6: how long a command lives, whether it may wait for a device, how often it is sent again. */
export interface CommandRule {
  ttlMs: number | null
  /** Kept while the device is away. */
  stored: boolean
  /** Sends after the first; `null` = until done. */
  retries: number | null
  /** A newer one of the same kind replaces a waiting one. */
  replaced: boolean
}

export const commandRules: Readonly<Record<CommandType, CommandRule>> = {
  // An unlock is never stored for later: a late OPEN can energise a line with people on it.
  OPEN: { ttlMs: 10_000, stored: false, retries: 0, replaced: false },
  CLOSE: { ttlMs: 30_000, stored: false, retries: 2, replaced: false },
  FREEZE: { ttlMs: null, stored: true, retries: null, replaced: false },
  UNFREEZE: { ttlMs: hour, stored: false, retries: 1, replaced: false },
  TIME: { ttlMs: 60_000, stored: false, retries: 2, replaced: true },
  READLOG: { ttlMs: hour, stored: true, retries: 2, replaced: false },
  READSTATE: { ttlMs: hour, stored: true, retries: 2, replaced: true },
  LOCATE: { ttlMs: hour, stored: true, retries: 2, replaced: true },
  GRANT: { ttlMs: null, stored: true, retries: null, replaced: false },
  CONFIG: { ttlMs: 7 * day, stored: true, retries: 2, replaced: true },
  OTA: { ttlMs: 7 * day, stored: true, retries: 2, replaced: true },
}

/** OPEN through a gateway has the time the gateway needs to reach the lock, ms. */
const gatewayOpenTtlMs = 20_000
/** Commands that may wait for one device. */
export const queueLimit = 20

/** Milliseconds a command lives; null = until done (or, for GRANT, until its own `exp`). */
export function ttlOf(type: CommandType, throughGateway: boolean): number | null {
  return type === 'OPEN' && throughGateway ? gatewayOpenTtlMs : commandRules[type].ttlMs
}

export type CommandEvent = 'send' | 'delivered' | 'done' | 'fail' | 'ttlPassed' | 'cancel'

const { queued, sent, delivered, success, failed, timeout, expired, cancelled } = commandStatus

const rows: readonly TableRow<CommandStatus, CommandEvent>[] = [
  { from: [queued], event: 'send', to: sent },
  { from: [sent], event: 'delivered', to: delivered },
  { from: [sent, delivered], event: 'done', to: success },
  { from: [sent, delivered], event: 'fail', to: failed },
  // A device that cannot be reached fails the command before it is sent.
  { from: [queued], event: 'fail', to: failed },
  { from: [sent, delivered], event: 'ttlPassed', to: timeout },
  { from: [queued], event: 'ttlPassed', to: expired },
  { from: [queued], event: 'cancel', to: cancelled },
]

/** Status after an event, or null when the event comes too late to matter (an ack after TIMEOUT changes nothing). */
export function nextCommandStatus(status: CommandStatus, event: CommandEvent): CommandStatus | null {
  return nextState(rows, status, event)
}

/** 结果未知，以锁状态为准: shown for TIMEOUT; the screen asks READSTATE and never repeats OPEN by itself. */
export function outcomeIsUnknown(status: CommandStatus): boolean {
  return status === timeout
}

/** May a command be sent (again) now? OPEN only once; nothing after its time. */
export function maySend(
  command: {
    type: CommandType
    status: CommandStatus
    sends: number
    issuedAt: number
    throughGateway: boolean
  },
  now: number,
): boolean {
  const { retries } = commandRules[command.type]
  const ttl = ttlOf(command.type, command.throughGateway)
  if (ttl !== null && now - command.issuedAt >= ttl) return false
  if (command.status === queued) return command.sends === 0
  const again = command.status === sent && (retries === null || (retries > 0 && command.sends <= retries))
  return again
}

/** What happens to a command when its device is not connected: waits in the queue, or fails at once. */
export function whenOffline(type: CommandType): 'queue' | 'fail' {
  return commandRules[type].stored ? 'queue' : 'fail'
}
