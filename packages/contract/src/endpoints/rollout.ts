import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** Firmware and configuration, rolled out in stages (3-domain.md §5.9). */
const base = '/lodevice/loRollout'
const look = { methods: ['GET'] as const, access: { permission: 'lo:rollout:list' } }
const perform = (action: string) => ({
  methods: ['POST'] as const,
  access: { permission: `lo:rollout:${action}` },
  path: `${base}/${action}`,
})
const id = z.string().min(1, '请选择').max(32)
const reason = z.string().trim().min(2, '请填写原因，至少 2 个字').max(200, '原因最多 200 个字')
const kind = z.enum(['LOCK', 'GW', 'KEY', 'GAS', 'CAM', 'TAG'], '请选择设备类别')

/** Largest image, bytes: a call carries 2 MB, and Base64 makes it a third longer. */
export const FIRMWARE_MAX_BYTES = 1024 * 1024

export interface FirmwareRow {
  id: string
  kind: string
  version: string
  fileName: string
  size: number
  sha256: string
  createTime: string
  createBy: string | null
}

export interface RolloutRow {
  id: string
  what: 'OTA' | 'CONFIG'
  title: string
  kind: string
  /** Version of the firmware; null for a configuration. */
  version: string | null
  config: Record<string, number> | null
  stopAt: number
  /** From 0; see `rolloutStages`. */
  stage: number
  /** 1 runs, 2 stopped, 3 done, 4 cancelled. */
  state: number
  reason: string | null
  createTime: string
  createBy: string | null
  total: number
  waiting: number
  postponed: number
  sent: number
  confirmed: number
  failed: number
}

export interface RolloutDevice {
  deviceSn: string
  deviceName: string | null
  stage: number
  /** 0 waits, 1 sent, 2 confirmed, 3 failed, 4 cancelled. */
  state: number
  fwVersion: string | null
  why: string | null
  sentTime: string | null
  endTime: string | null
}

/** What of a device can be set from here; seconds, and 0 or 1. */
const deviceConfig = z
  .object({
    heartbeatSec: z.int().min(60, '心跳周期须为 60 至 86400 秒').max(86_400, '心跳周期须为 60 至 86400 秒'),
    telemetrySec: z.int().min(60, '遥测周期须为 60 至 86400 秒').max(86_400, '遥测周期须为 60 至 86400 秒'),
    buzzer: z.int().min(0).max(1),
  })
  .partial()
  .refine((given) => Object.keys(given).length > 0, '请至少设置一项配置')

const target = {
  title: z.string().trim().min(2, '请填写名称，至少 2 个字').max(100),
  /** Only these; all of the kind when not given. */
  deviceSns: z.array(z.string().trim().min(1).max(64)).max(2000, '一次最多 2000 台设备').default([]),
  areaCode: z.string().trim().max(64).default(''),
  /** Stops by itself when more than this share of a stage has failed, percent. */
  stopAt: z.number().int().min(0).max(50, '自动停止的失败率最多 50%').default(5),
}

export const rolloutEndpoints = {
  firmwares: defineEndpoint<FirmwareRow[]>()({
    ...look,
    path: `${base}/firmwares`,
    title: '固件列表',
    input: z.object({}),
  }),
  upload: defineEndpoint<FirmwareRow>()({
    ...perform('upload'),
    title: '上传固件',
    input: z.object({
      kind,
      version: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/, '版本号只能包含字母、数字、“_”“.”“-”，最多 32 个字符'),
      fileName: z.string().trim().min(1, '请选择固件文件').max(200),
      /** The image, Base64. */
      image: z
        .string()
        .min(1, '请选择固件文件')
        .max(Math.ceil((FIRMWARE_MAX_BYTES * 4) / 3) + 4, '固件最大 1 MB'),
      /** Ed25519 over the text `kind LF version LF sha256`, Base64. */
      signature: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9+/]{86}==$/, '签名应为 64 字节的 Base64（88 个字符）'),
    }),
  }),
  firmware: defineEndpoint<RolloutRow>()({
    ...perform('firmware'),
    title: '升级固件',
    input: z.object({ firmwareId: id, ...target }),
  }),
  config: defineEndpoint<RolloutRow>()({
    ...perform('config'),
    title: '下发配置',
    input: z.object({ kind, config: deviceConfig, ...target }),
  }),
  list: defineEndpoint<RolloutRow[]>()({
    ...look,
    path: `${base}/list`,
    title: '下发任务',
    input: z.object({}),
  }),
  devices: defineEndpoint<RolloutDevice[]>()({
    ...look,
    path: `${base}/devices`,
    title: '下发任务的设备',
    input: z.object({ id }),
  }),
  stop: defineEndpoint<null>()({ ...perform('stop'), title: '停止下发', input: z.object({ id, reason }) }),
  goOn: defineEndpoint<null>()({ ...perform('goOn'), title: '继续下发', input: z.object({ id, reason }) }),
  cancel: defineEndpoint<null>()({
    ...perform('cancel'),
    title: '取消下发',
    input: z.object({ id, reason }),
  }),
} as const
