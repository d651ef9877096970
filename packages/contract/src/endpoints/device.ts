import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { saidOrNot } from './work-ticket.ts'

/** Calls of devices beyond the verbs (3-domain.md §3.2 LoDevice, §5.3): enrolment, secrets, being let in and out, gaps. */
const base = '/lodevice/loDevice'
const perform = (action: string) => ({
  methods: ['POST'] as const,
  access: { permission: `lo:device:${action}` },
  path: `${base}/${action}`,
})
const look = { methods: ['GET'] as const, access: { permission: 'lo:device:list' } }
const serial = z.string().trim().min(1, '请填写设备序列号').max(64)
const reason = z.string().trim().min(2, '请填写原因，至少 2 个字').max(200, '原因最多 200 个字')

/** What a device signs in with: shown once, kept as a hash. */
export interface DeviceLogin {
  deviceSn: string
  /** MQTT user name. */
  username: string
  /** MQTT password; null for a lock that speaks through its gateway or key. */
  secret: string | null
  /** Until when the secret before it still works, wire time; null when it does not. */
  oldUntil: string | null
}

/** Numbers of a device's log that have not arrived (3-domain.md §5.5.3). */
export interface DeviceGap {
  id: string
  deviceSn: string
  bootId: string
  fromSeq: number
  toSeq: number
  /** How many of them are still missing. */
  missing: number
  /** 1 open, 2 filled, 3 declared lost. */
  state: number
  asks: number
  openedTime: string
  askedTime: string | null
  closedTime: string | null
  closeReason: string | null
}

const enrolled = z.object({
  deviceSn: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, '序列号只能包含字母、数字、“_”“.”“-”'),
  kind: z.enum(['LOCK', 'GW', 'KEY', 'GAS', 'CAM', 'TAG'], '请选择设备类别'),
  deviceName: z.string().trim().max(100).nullish(),
  parentSn: z.string().trim().max(64).nullish(),
  areaCode: z.string().trim().max(64).nullish(),
  calibValidTo: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, '检定有效期格式须为 YYYY-MM-DD')
    .nullish(),
})
export type EnrolledDevice = z.input<typeof enrolled>

export const deviceEndpoints = {
  enroll: defineEndpoint<DeviceLogin[]>()({
    ...perform('enroll'),
    title: '登记设备',
    input: z.object({
      devices: z.array(enrolled).min(1, '请填写设备').max(200, '一次最多登记 200 台设备，请分批登记'),
    }),
  }),
  rotate: defineEndpoint<DeviceLogin>()({
    ...perform('rotate'),
    title: '更换设备密钥',
    input: z.object({
      deviceSn: serial,
      /** How long the old secret goes on working beside the new one, hours. */
      graceHours: z.number().int().min(0).max(168, '新旧密钥最多同时有效 168 小时').default(24),
    }),
  }),
  enable: defineEndpoint<null>()({
    ...perform('enable'),
    title: '启用设备',
    input: z.object({ deviceSn: serial, reason }),
  }),
  disable: defineEndpoint<null>()({
    ...perform('disable'),
    title: '停用设备',
    input: z.object({ deviceSn: serial, reason: saidOrNot }),
  }),
  found: defineEndpoint<DeviceLogin>()({
    ...perform('found'),
    title: '设备找回',
    input: z.object({ deviceSn: serial, reason }),
  }),
  gaps: defineEndpoint<DeviceGap[]>()({
    ...look,
    path: `${base}/gaps`,
    title: '设备日志断号',
    input: z.object({ deviceSn: serial }),
  }),
  gapLost: defineEndpoint<null>()({
    ...perform('gapLost'),
    title: '断号确认丢失',
    input: z.object({ gapId: z.string().min(1, '请选择断号').max(32), reason }),
  }),
} as const
