import { parseUpTopic, type DeviceResultCode, type SendResult } from '@suoan/contract/device'
import { createAllowance } from './allowance.ts'
import { createBatcher } from './batcher.ts'
import type { IncomingPacket } from './broker/port.ts'
import { decode, headOf } from './decode.ts'
import { encodeCommand, encodeParcel, timeAnswer } from './encode.ts'
import type { DeviceParcel, GatewayCounter, LockGateway, LockGatewayOptions } from './gateway-options.ts'
import { createLogGate } from './log-gate.ts'
import type { DecodedMessage, QuarantineReason } from './message.ts'
import { createPresence } from './presence.ts'
import { createSequenceWatch } from './sequence-watch.ts'

type Arrived = { readonly message: DecodedMessage; readonly payload: Uint8Array }

// Readings that ask for no acknowledgement are the only thing that may be lost, and only beyond this many waiting.
const MOST_WAITING = 20_000
const DRAIN_MS = 5000
/** Of one connection: a gateway with a thousand locks sends three a second (§5.3). [D] */
const TELEMETRY = { burst: 1000, perSecond: 50 } as const
/**
 * Batches on their way at once: while the database works at one, the next is read and another is put together. What one
 * gateway carries goes one way, so its order is kept.
 */
const LANES = 2
const ANSWER_TTL_MS = 60_000
// One device gone mad must not fill the log: a line per reason and second tells enough.
const LOG_PAUSE_MS = 1000

/**
 * MQTT ⇄ device messages and commands (§5.2–5.6). Does nothing before `start`.
 * A message is acknowledged to its sender only after `onMessages` resolved; whatever is wrong with a message is
 * counted and set aside, never thrown.
 */
export function createLockGateway(options: LockGatewayOptions): LockGateway {
  const { broker, clock, log } = options
  const totals: Record<GatewayCounter, number> = {
    received: 0,
    stored: 0,
    quarantined: 0,
    suspect: 0,
    retried: 0,
    denied: 0,
    dropped: 0,
    commandsSent: 0,
    commandsRefused: 0,
  }
  const count = (counter: GatewayCounter, by = 1): void => {
    totals[counter] += by
    options.metrics?.add(counter, by)
  }
  const presence = createPresence((change) => {
    const { sn, parentSn, online } = change
    // What comes is the ordinary: a start would tell of every device of the plant. What goes is news.
    log[online ? 'debug' : 'info']({ sn, parentSn, online }, 'device presence')
    options.onPresence?.(change)
  })
  const isBackwards = createSequenceWatch()
  const mayMeasure = createAllowance(TELEMETRY)
  const logGate = createLogGate(LOG_PAUSE_MS)

  const groupOf = ({ tenantId, parentSn, sn }: DecodedMessage): string => `${tenantId}/${parentSn ?? sn}`
  const createLane = () =>
    createBatcher<Arrived>({
      maxBatch: options.maxBatch ?? 500,
      maxWaitMs: options.maxWaitMs ?? 5,
      deliver: async (batch) => {
        await options.onMessages(batch.map((arrived) => arrived.message))
        count('stored', batch.length)
      },
      groupOf: ({ message }) => groupOf(message),
      ...(options.blame && { blame: options.blame }),
      onRefused: ({ message, payload }, error) => {
        log.error({ err: error, topic: message.topic }, 'message set aside: the consumer fails on it alone')
        setAside({ reason: 'REFUSED_BY_CONSUMER', sn: message.sn }, message.topic, payload, message.recvTs)
      },
      onFailure: (error, messages, pauseMs) => {
        count('retried', messages)
        log.error({ err: error, messages, pauseMs }, 'messages not stored, not acknowledged; trying again')
      },
    })
  const lanes = Array.from({ length: LANES }, createLane)
  const waiting = (): number => lanes.reduce((sum, lane) => sum + lane.size(), 0)

  function setAside(
    why: { readonly reason: QuarantineReason; readonly sn: string | null; readonly delivered?: boolean },
    topic: string,
    payload: Uint8Array,
    recvTs: number,
  ): void {
    const { reason, sn, delivered = false } = why
    count(delivered ? 'suspect' : 'quarantined')
    const silenced = logGate(reason, recvTs)
    if (silenced !== undefined) {
      const fields = { topic: topic.slice(0, 200), reason, size: payload.byteLength, delivered, silenced }
      log.warn(fields, 'device message set aside')
    }
    options.onQuarantine?.({
      code: 'LO-D1001',
      reason,
      topic,
      sn,
      recvTs,
      size: payload.byteLength,
      head: headOf(payload),
      delivered,
    })
  }

  async function receive(packet: IncomingPacket): Promise<void> {
    const recvTs = clock.now()
    count('received')
    const result = decode(packet.topic, packet.payload, recvTs)
    // Nothing would be gained by not acknowledging what can never be read: the device would send it for ever.
    if (!result.ok) return setAside(result, packet.topic, packet.payload, recvTs)
    const message = isBackwards(result.message)
      ? { ...result.message, notes: [...result.message.notes, 'SEQUENCE_BACKWARDS' as const] }
      : result.message
    notePresence(message)
    if (packet.qos === 0 && waiting() > MOST_WAITING) return count('dropped')
    if (message.kind === 'telemetry' && !mayMeasure(groupOf(message), recvTs)) return count('dropped')
    for (const reason of message.notes) {
      setAside({ reason, sn: message.sn, delivered: true }, packet.topic, packet.payload, recvTs)
    }
    await lanes[placeOf(groupOf(message), LANES)]?.add({ message, payload: packet.payload })
    if (message.kind === 'req' && message.body.req === 'time') await answerTime(message)
  }

  function notePresence(message: DecodedMessage): void {
    if (message.kind === 'status') presence.set(message, message.body.status === 'online', message.recvTs)
    else if (message.kind === 'birth') presence.set(message, true, message.recvTs)
    // A lock that speaks through its gateway is in reach, also when a restart of the broker has swallowed its birth.
    else if (message.parentSn !== null && !presence.isOnline(message))
      presence.set(message, true, message.recvTs)
  }

  async function answerTime(message: Extract<DecodedMessage, { kind: 'req' }>): Promise<void> {
    const { tenantId, sn, parentSn } = message
    const payload = timeAnswer(message.body, clock.now())
    await publish({ tenantId, sn, parentSn, suffix: 'resp', ttlMs: ANSWER_TTL_MS, payload })
  }

  async function publish(parcel: DeviceParcel): Promise<SendResult> {
    const code = presence.obstacle(parcel)
    if (code) return { sent: false, code }
    return (await broker.publish(encodeParcel(parcel)))
      ? { sent: true }
      : { sent: false, code: goneCode(parcel) }
  }

  return {
    start: async () => {
      const address = await broker.start({
        authenticate: options.authenticate,
        onPacket: receive,
        onPresencePacket: (packet) => {
          const result = decode(packet.topic, packet.payload, clock.now())
          if (result.ok) notePresence(result.message)
        },
        onStray: ({ topic, payload }) => {
          const sn = parseUpTopic(topic)?.sn ?? null
          setAside({ reason: 'WRONG_CARRIER', sn }, topic, payload, clock.now())
        },
        onConnection: ({ tenantId, sn }, connected) =>
          presence.set({ tenantId, sn, parentSn: null }, connected, clock.now()),
        onReturn: () => options.onReturn?.(),
        onTrouble: (what, detail) => {
          if (what === 'denied') count('denied')
          const silenced = logGate(`${what} ${String(detail['reason'])}`, clock.now())
          if (silenced === undefined) return
          log.warn({ ...detail, silenced }, what === 'denied' ? 'device refused' : 'device connection broke')
        },
      })
      log.info({ url: address.url }, 'device gateway runs')
      return address
    },
    stop: async () => {
      const drained = await Promise.all(lanes.map((lane) => lane.drain(options.drainMs ?? DRAIN_MS)))
      if (drained.includes(false)) {
        log.warn(
          { messages: waiting() },
          'stopping with messages not stored; their devices will send them again',
        )
      }
      for (const lane of lanes) lane.close()
      await broker.stop()
    },
    send: async (command) => {
      const now = clock.now()
      const code = command.exp <= now ? 'LO-D1003' : presence.obstacle(command)
      const left = !code && (await broker.publish(encodeCommand(command, now)))
      count(left ? 'commandsSent' : 'commandsRefused')
      return left ? { sent: true } : { sent: false, code: code ?? goneCode(command) }
    },
    deliver: publish,
    kick: (device) => broker.kick(device),
    isOnline: (address) => presence.isOnline({ ...address, parentSn: null }),
    load: () => ({ online: presence.count(), waiting: waiting() }),
    counters: () => ({ ...totals }),
  }
}

/** Always the same place among `places` for the same text. */
function placeOf(text: string, places: number): number {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) % 65_521
  return sum % places
}

/** Who was away when a message could not leave. */
const goneCode = ({ parentSn }: { readonly parentSn: string | null }): DeviceResultCode =>
  parentSn === null ? 'LO-D3004' : 'LO-D3001'
