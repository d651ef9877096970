import type { CommandMessage, CommandType } from '@suoan/contract/device'
import type { DeviceMessage, LockModel } from './lock-model.ts'

/** What a lock does for one command; the messages it causes, in order, without the first and last acknowledgement. */
const actions: Record<CommandType, (lock: LockModel, command: CommandMessage) => DeviceMessage[]> = {
  OPEN: (lock, { id, by, p }) => [
    lock.happen('OPEN', { latch: 0, shackle: 0 }, { cmd: id, uid: by, method: textOf(p['method']) ?? '02' }),
  ],
  CLOSE: (lock, { id, by }) => [
    lock.happen('CLOSE', { latch: 1, shackle: 1 }, { cmd: id, uid: by, method: '02' }),
  ],
  FREEZE: (lock) => {
    lock.frozen = true
    return [lock.state()]
  },
  UNFREEZE: (lock) => {
    lock.frozen = false
    return [lock.state()]
  },
  TIME: (lock, { id }) => {
    lock.skew = 0
    lock.timeQuality = 2
    return [lock.happen('TIME', {}, { cmd: id })]
  },
  READLOG: (lock, { p }) => lock.readLog(Number(p['from'] ?? 0) || 0),
  READSTATE: (lock, { id }) => [lock.state(id)],
  LOCATE: () => [],
  GRANT: (lock, { id, p }) => {
    lock.epoch = Math.max(lock.epoch, Number(p['epoch'] ?? 0) || 0)
    return [lock.happen('GRANT', {}, { cmd: id })]
  },
  CONFIG: (lock, { id }) => [lock.happen('CFG', {}, { cmd: id })],
  OTA: (lock, { id, p }) => {
    lock.firmware = textOf(p['fw']) ?? lock.firmware
    return [lock.happen('FW', {}, { cmd: id })]
  },
}

/** Obeys or refuses a command as a real lock would: received, running, what it causes, done. */
export function obey(lock: LockModel, command: CommandMessage): DeviceMessage[] {
  const refusal = lock.refuse(command)
  if (refusal) return [lock.ack(command.id, 'FAILED', refusal)]
  const received = lock.ack(command.id, 'RECV')
  if (lock.motor && (command.type === 'OPEN' || command.type === 'CLOSE')) lock.latch = MOVING
  const running = [received, lock.ack(command.id, 'RUN')]
  if (lock.latch === MOVING && lock.losesPower) return running
  return [...running, ...actions[command.type](lock, command), lock.ack(command.id, 'DONE')]
}

const MOVING = 2

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
