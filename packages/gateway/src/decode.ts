import {
  isKnownEventType,
  MAX_PAYLOAD_BYTES,
  parseUpTopic,
  upSchemas,
  type UpTopic,
} from '@suoan/contract/device'
import type { DecodedMessage, MessageNote, QuarantineReason } from './message.ts'

export type DecodeResult =
  | { readonly ok: true; readonly message: DecodedMessage }
  | { readonly ok: false; readonly reason: QuarantineReason; readonly sn: string | null }

/** How far ahead of the platform a device's clock may be and still be believed, ms (3-domain.md §5.5). */
const BELIEVABLE_FUTURE_MS = 5 * 60_000

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads one upward message (§5.4), received at `recvTs` (epoch ms): size, text, JSON, fields, and that topic and payload name the same device. Never throws. */
export function decode(topic: string, payload: Uint8Array, recvTs: number): DecodeResult {
  const address = parseUpTopic(topic)
  if (!address) return { ok: false, reason: 'UNKNOWN_TOPIC', sn: null }
  if (payload.byteLength > MAX_PAYLOAD_BYTES) return { ok: false, reason: 'TOO_LARGE', sn: address.sn }
  const text = readText(payload)
  if (text === undefined) return { ok: false, reason: 'NOT_UTF8', sn: address.sn }
  const json = readJson(text)
  if (!json) return { ok: false, reason: 'NOT_JSON', sn: address.sn }
  const read = readBody(address, topic, json.value, recvTs)
  if (!read) return { ok: false, reason: 'BAD_FIELDS', sn: address.sn }
  if (read.body.sn !== address.sn) return { ok: false, reason: 'WRONG_SN', sn: address.sn }
  return { ok: true, message: read }
}

/** The beginning of a payload as printable text, for the quarantine. */
export function headOf(payload: Uint8Array, length = 256): string {
  const text = new TextDecoder().decode(payload.subarray(0, length))
  return text.replaceAll(/\p{Cc}/gu, '·')
}

function readText(payload: Uint8Array): string | undefined {
  try {
    return utf8.decode(payload)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readBody(
  address: UpTopic,
  topic: string,
  value: unknown,
  recvTs: number,
): DecodedMessage | undefined {
  const { tenantId, sn, parentSn } = address
  const common = { tenantId, sn, parentSn, recvTs, topic }
  // One branch per kind, so that kind and body stay married in the result's type.
  switch (address.suffix) {
    case 'birth': {
      const { data: body } = upSchemas.birth.safeParse(value)
      return body && { ...common, kind: 'birth', body, notes: timeNotes(body.ts, recvTs) }
    }
    case 'status': {
      const { data: body } = upSchemas.status.safeParse(value)
      // A last will was written at connect time and carries no time of its own.
      return body && { ...common, kind: 'status', body, notes: [] }
    }
    case 'state': {
      const { data: body } = upSchemas.state.safeParse(value)
      return body && { ...common, kind: 'state', body, notes: timeNotes(body.ts, recvTs) }
    }
    case 'telemetry': {
      const { data: body } = upSchemas.telemetry.safeParse(value)
      return body && { ...common, kind: 'telemetry', body, notes: timeNotes(body.ts, recvTs) }
    }
    case 'event': {
      const { data: body } = upSchemas.event.safeParse(value)
      if (!body) return undefined
      const unknown = body.events.some((event) => !isKnownEventType(event.type))
      const notes: MessageNote[] = timeNotes(
        Math.max(body.ts, ...body.events.map((event) => event.ts)),
        recvTs,
      )
      if (body.ts === 0 && notes.length === 0) notes.push('TIME_IMPLAUSIBLE')
      return { ...common, kind: 'event', body, notes: unknown ? [...notes, 'UNKNOWN_EVENT_TYPE'] : notes }
    }
    case 'gas': {
      const { data: body } = upSchemas.gas.safeParse(value)
      return body && { ...common, kind: 'gas', body, notes: timeNotes(body.ts, recvTs) }
    }
    case 'ack': {
      const { data: body } = upSchemas.ack.safeParse(value)
      return body && { ...common, kind: 'ack', body, notes: timeNotes(body.ts, recvTs) }
    }
    case 'req': {
      const { data: body } = upSchemas.req.safeParse(value)
      return body && { ...common, kind: 'req', body, notes: timeNotes(body.ts, recvTs) }
    }
    default:
      return address.suffix satisfies never
  }
}

function timeNotes(ts: number, recvTs: number): MessageNote[] {
  return ts === 0 || ts > recvTs + BELIEVABLE_FUTURE_MS ? ['TIME_IMPLAUSIBLE'] : []
}
