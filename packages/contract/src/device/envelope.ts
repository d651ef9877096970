import { z } from 'zod'
import { isDeviceSn } from './topics.ts'

/** Longest payload a device may send, bytes (3-domain.md §5.4). */
export const MAX_PAYLOAD_BYTES = 16 * 1024

// Beyond this a number is no moment any calendar type can hold.
const YEAR_9999 = 253_402_300_799_999

const deviceSn = z.string().max(64).refine(isDeviceSn)

/** Device time: whole milliseconds. 0 and far futures are let through: how far to trust them is decided later. */
export const deviceTime = z.int().min(0).max(YEAR_9999)

const bootId = z.string().regex(/^[0-9a-f]{8,16}$/i)

/** Counts messages inside one boot, from 1. */
export const sequence = z.int().min(1)

/** 0 never set, 1 free-running for more than 24 h, 2 synchronised. */
const timeQuality = z.union([z.literal(0), z.literal(1), z.literal(2)])

export const ulid = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)

/** An id the platform gave out (command, decision…); devices echo it. */
export const platformId = z.string().min(1).max(64)

export const percent = z.int().min(0).max(100)

/** On every message (3-domain.md §5.4); payload fields are authoritative also where MQTT 5 has a property. */
export const envelope = z.object({
  v: z.literal(1),
  sn: deviceSn,
  boot: bootId,
  ts: deviceTime,
  tq: timeQuality,
  sig: z.string().max(512).optional(),
})
