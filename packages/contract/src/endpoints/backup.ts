import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** A backup file of the installation. */
export interface BackupRow {
  readonly name: string
  /** Made by hand, by the clock, or before an upgrade of the schema. */
  readonly kind: 'manual' | 'scheduled' | 'upgrade'
  readonly bytes: number
  /** When it was complete, wire time. */
  readonly time: string
  readonly isEncrypted: boolean
}

/** What is being done with backups now, or was done last since the server started; one at a time. */
export interface BackupTask {
  readonly what: 'make' | 'check'
  /** Of the file. */
  readonly name: string
  readonly status: 'running' | 'done' | 'failed' | 'cancelled'
  /** Tables and files that were read, and how many there are; 0 where it is not known yet. */
  readonly done: number
  readonly all: number
  /** What came of it, or why nothing did; in Chinese. */
  readonly text: string
}

/** 备份与恢复. */
export interface BackupOverview {
  readonly backups: readonly BackupRow[]
  readonly folder: string
  /** Bytes that may still be written there. */
  readonly freeBytes: number
  /** With what new ones are encrypted. */
  readonly encryptedBy: 'password' | 'publicKey' | null
  /** How many scheduled ones are kept. */
  readonly keep: number
  readonly task: BackupTask | null
}

const name = z.object({
  name: z.string().regex(/^[a-z]+-[\w.-]{10,120}$/, '备份文件的名称不正确'),
})
const of = (action: string) =>
  ({ access: { permission: `system:backup:${action}` }, platformOnly: true }) as const

/**
 * Backups of the whole installation (all tenants), for the platform's administrators. A restore is no call: it needs the
 * server stopped, and is `npm run restore`.
 */
export const backupEndpoints = {
  list: defineEndpoint<BackupOverview>()({
    ...of('list'),
    title: '备份与恢复',
    methods: ['GET'],
    path: '/sys/backup/list',
    input: z.object({}),
  }),
  make: defineEndpoint<null>()({
    ...of('make'),
    title: '立即备份',
    methods: ['POST'],
    path: '/sys/backup/make',
    input: z.object({}),
  }),
  check: defineEndpoint<null>()({
    ...of('list'),
    title: '校验备份',
    methods: ['POST'],
    path: '/sys/backup/check',
    input: name,
  }),
  cancel: defineEndpoint<null>()({
    ...of('make'),
    title: '取消备份',
    methods: ['POST'],
    path: '/sys/backup/cancel',
    input: z.object({}),
  }),
  remove: defineEndpoint<null>()({
    ...of('delete'),
    title: '删除备份',
    methods: ['DELETE'],
    path: '/sys/backup/delete',
    input: name,
  }),
  /** The file itself. One that is not encrypted holds the keys in the clear and is not given over the network. */
  download: defineEndpoint<null>()({
    ...of('download'),
    title: '下载备份',
    methods: ['GET'],
    path: '/sys/backup/download',
    sendsFile: true,
    input: name,
  }),
} as const
