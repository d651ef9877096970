import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { TicketDetail } from './ticket-detail.ts'
import { anyOpId, seenRevision, type TransitionAnswer } from './work-ticket.ts'

/** Work where there is no network (3-domain.md §4.6): the capsule that is taken along, and what comes back. */
const base = '/lowork/loWork'
const id = z.string().min(1, '缺少票据编号').max(32)
const clientOpId = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, '操作号须为 26 位 ULID')
const hex64 = z.string().regex(/^[0-9a-f]{64}$/)
const terminal = z.string().regex(/^[A-Za-z0-9_.:-]{1,40}$/, '终端编号只能含字母、数字与 _ . : -')

/** One operation as its terminal wrote it down. `prevHash` is the hash of the one before, from the capsule's start. */
const offlineOp = z.object({
  clientOpId,
  capsuleId: id,
  workId: id,
  /** The last part of the call's path, e.g. `pointLock`. */
  event: z.string().max(32),
  /** What the call would have been given, without `workId` and `clientOpId`. */
  args: z.record(z.string(), z.json()),
  /** `<13 digits ms>-<4 hex>-<terminal>`. */
  hlc: z.string().max(64),
  prevHash: hex64,
  /** By the terminal's key over the operation's hash, base64url. */
  sig: z.string().max(200),
})
export type OfflineOpInput = z.output<typeof offlineOp>

/** The same of which only what was done, and to which ticket, can be read: its papers count as missing. */
const barelyRead = z.object({
  clientOpId: anyOpId,
  capsuleId: id.catch(''),
  workId: id,
  event: z.string().min(1).max(32),
  args: z.record(z.string(), z.json()).catch({}),
  hlc: z.string().max(64).catch(''),
  prevHash: hex64.catch('0'.repeat(64)),
  sig: z.string().max(200).catch(''),
})

/** An item of a list that is handed in. `isWhole` = all of it could be read; without `op` nothing could. */
export interface HandedIn {
  readonly op: OfflineOpInput | null
  readonly isWhole: boolean
  /** The number it was handed in under, as it was; '' when it was no text. */
  readonly number: string
}

const handedIn = z.unknown().transform((given): HandedIn => {
  const whole = offlineOp.safeParse(given)
  if (whole.success) return { op: whole.data, isWhole: true, number: whole.data.clientOpId }
  const number = z.object({ clientOpId: z.string() }).safeParse(given).data?.clientOpId.slice(0, 64) ?? ''
  return { op: barelyRead.safeParse(given).data ?? null, isWhole: false, number }
})

const returned = z.object({ capsuleId: id, sig: z.string().max(200) })

/** The most items of a list that are taken at once; the others are to be handed in again. */
export const mostHandedIn = 200

/** What became of an operation. `repeated` = it was here before, and this is the answer of then. */
export interface OfflineOpResult {
  clientOpId: string
  result: 'applied' | 'duplicate' | 'late-safe' | 'rejected'
  repeated: boolean
  /** Why it was not taken, or what came too late (Chinese). */
  reason: string
  transId: string | null
  /** It was not decided about: the terminal keeps it and sends it again. */
  retry: boolean
}

/** A signed permission to use one's locks without the network (`lo_grant_token`); times are epoch ms. */
export interface SignedToken {
  token: {
    tokenId: string
    workId: string
    userId: string
    deviceSn: string
    lockIds: string[]
    actions: string[]
    nbf: number
    exp: number
    maxUses: number
    /** The phase of the ticket it is good in; empty for a lock of one's own. */
    ph: number[]
    revEpochs: Record<string, number>
  }
  alg: string
  kid: string
  sig: string
}

/** A ticket to take along. Times are epoch ms. */
export interface OfflineCapsule {
  capsuleId: string
  deviceId: string
  issuedAt: number
  /** At most eight hours, never beyond the ticket. */
  expireAt: number
  /** No energising operation after this. */
  energisingUntil: number
  /** `prevHash` of the first operation. */
  chainStart: string
  /** What each operation is without the network; what is not listed cannot be done. */
  operations: Record<string, 'safe' | 'evidence' | 'energising'>
  ticket: TicketDetail
  tokens: SignedToken[]
}

/** A phone that has carried something offline (`lo_phone`); times as on the wire. */
export interface PhoneRow {
  deviceSn: string
  /** Null = it was released, and nobody has taken anything on it since. */
  holderName: string | null
  boundTime: string
  /** When it last took something along or was heard with it; null = never. */
  lastSign: string | null
  /** Since when it is lost, and who said so; null = it is not lost. */
  lostTime: string | null
  lostByName: string | null
  foundTime: string | null
}

export const offlineEndpoints = {
  phones: defineEndpoint<PhoneRow[]>()({
    methods: ['GET'],
    access: { permission: 'lo:device:list' },
    path: '/lodevice/loDevice/phones',
    title: '手机列表',
    input: z.object({}),
  }),
  capsule: defineEndpoint<OfflineCapsule>()({
    methods: ['GET', 'POST'],
    path: `${base}/capsule`,
    title: '领取离线任务包',
    access: { permission: 'lo:work:own' },
    input: z.object({
      workId: id,
      deviceId: terminal,
      /** The terminal's public key, SPKI in base64url: Ed25519 or P-256. */
      publicKey: z.string().min(40, '缺少终端公钥').max(300),
    }),
  }),
  syncOps: defineEndpoint<{ results: OfflineOpResult[]; serverTime: number }>()({
    methods: ['POST'],
    path: `${base}/syncOps`,
    title: '同步离线操作',
    access: 'signedIn',
    input: z.object({
      // Whatever cannot be read of the list is answered for itself: a leaving beside it is taken (decision 0609).
      deviceId: terminal.catch(''),
      ops: z.array(handedIn).max(5000, '一次最多同步 5000 项操作').default([]),
      /** What the terminal still keeps after this call; something, where it cannot be read. */
      pending: z.number().int().min(0).max(100_000).default(0).catch(1),
      /**
       * Capsules that are given back: nothing follows the operation whose hash is the head of their chain. Signed by the
       * terminal's key; a word without its signature clears nothing (G27).
       */
      returns: z
        .array(returned.nullable().catch(null))
        .max(50)
        .transform((list) => list.flatMap((each) => each ?? []))
        .default([])
        .catch([]),
    }),
  }),
  /** Two people answer for operations that may still be on somebody's terminal (G27): the first, and another within ten minutes. */
  unsyncedOverride: defineEndpoint<TransitionAnswer>()({
    methods: ['POST'],
    access: { permission: 'lo:work:run' },
    path: `${base}/unsyncedOverride`,
    title: '离线操作未同步的两人说明',
    input: z.object({
      workId: id,
      clientOpId,
      revision: z.coerce.number().int().optional(),
      seen: seenRevision,
      reason: z.string().trim().min(4, '请写明已如何核实（至少 4 个字）').max(200),
    }),
  }),
  /** Tokens for the caller's own locks on the ticket, for one phone or smart key. */
  offlineToken: defineEndpoint<SignedToken[]>()({
    methods: ['POST'],
    access: { permission: 'lo:work:own' },
    path: '/lolockuser/loLockUser/offlineToken',
    title: '签发离线授权令牌',
    input: z.object({ workId: id, deviceSn: terminal }),
  }),
  /** A phone or smart key is lost: its tokens are revoked, the grants by it end, and the locks it opens get a higher epoch. */
  carrierLost: defineEndpoint<{ tokens: number; grants: number; locks: number }>()({
    methods: ['POST'],
    access: { permission: 'lo:device:reportLost' },
    path: '/lodevice/loDevice/reportLost',
    title: '终端或钥匙报失',
    input: z.object({ deviceSn: terminal }),
  }),
  /** A lost phone is back with its owner; one that is not lost is nobody's any more, for whoever has it next. */
  carrierFound: defineEndpoint<null>()({
    methods: ['POST'],
    access: { permission: 'lo:device:found' },
    path: '/lodevice/loDevice/phoneFound',
    title: '手机找回或解除登记',
    input: z.object({
      deviceSn: terminal,
      reason: z.string().trim().min(2, '请写明原因（至少 2 个字）').max(200),
      /** What the caller saw; refused where it is the other by now. */
      as: z.enum(['found', 'released']).nullish(),
    }),
  }),
} as const
