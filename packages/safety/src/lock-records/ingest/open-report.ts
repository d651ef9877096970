import type { DeviceMessage } from '@suoan/contract/device'

/** Events that say of a lock that it is not, or may not be, shut. */
const opens: ReadonlySet<string> = new Set(['OPEN', 'FORCE', 'TAMPER', 'NOTFULL', 'JAM'])

const isOpen = (state: { readonly latch?: number | undefined; readonly shackle?: number | undefined }) =>
  state.latch === 0 || state.shackle === 0

/**
 * What a device that is disabled (lost, stolen, cut off) is believed all the same: that its lock stands open. Whoever carries
 * it may lie, but such a lie only warns. What would make an opening lawful, and everything else it says, is left out; null
 * when nothing is left.
 */
export function openReport(message: DeviceMessage): DeviceMessage | null {
  switch (message.kind) {
    case 'event': {
      const events = message.body.events
        .filter(({ type, ok, after }) => ok && (opens.has(type) || (after && isOpen(after))))
        .map(({ cmd: _cmd, gid: _gid, tok: _tok, co: _co, ...event }) => event)
      return events.length === 0 ? null : { ...message, body: { ...message.body, events } }
    }
    case 'state':
      return isOpen(message.body.st) ? { ...message, body: { ...message.body, cmd: null } } : null
    case 'birth':
      return isOpen(message.body.st) ? message : null
    case 'telemetry':
      return isOpen(message.body.m) ? message : null
    default:
      return null
  }
}
