import type { AnchorLeaf, AnchorStatement, ChainBreak, ChainKind } from '@suoan/domain/evidence-chain'
import type { ZeroEnergyBody, ZeroEnergyGap } from '@suoan/domain/zero-energy'
import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'

/** Checking the records (3-domain.md §3.7, §4.8, M4). */
const base = '/loaudit/loAudit'
const look = { methods: ['GET'] as const, access: { permission: 'lo:audit:verify' } }
const seq = z.coerce.number('链序号须为整数').int('链序号须为整数').min(1, '链序号从 1 开始').optional()

/** What a walk along one chain found. */
export interface ChainReport {
  ok: boolean
  kind: ChainKind
  subjectId: string
  /** Number of the lock or ticket, for people. */
  subjectNo: string
  /** Rows looked at in this call. */
  checked: number
  /** Number of the newest row, so that a long chain can be walked in parts. */
  headSeq: number
  firstBreak: ChainBreak | null
  /** Newest anchor that holds rows of this chain, with the row it reaches; null before the first. */
  anchored: { anchorNo: number; date: string; toSeq: number } | null
}

/** The place of one row of a log in the link that holds it: leaf `no hash` in a tree of `count` leaves. */
export interface LogEntry {
  no: number
  hash: string
  index: number
  count: number
  path: string[]
}

/** One event's place in a signed anchor: whoever has the anchor can check it without seeing another event. */
export interface InclusionProof {
  format: 'suoan-proof/1'
  kind: ChainKind
  subjectId: string
  rowId: string
  seq: number
  /** Canonical text of the row; its hash with `prevHash` is `hash`. */
  row: string
  prevHash: string
  hash: string
  /** Why the proof does not hold, Chinese; null when it does. */
  problem: string | null
  /** Of a row of a log: `row` is its link, and here is its place in it. Null for every other row. */
  entry: LogEntry | null
  /** Null while no anchor holds the row. */
  anchor: {
    leaf: AnchorLeaf
    rowIndex: number
    rowCount: number
    rowPath: string[]
    leafIndex: number
    leafPath: string[]
    statement: AnchorStatement
    sig: string
  } | null
}

/** `valid`: signed by this installation; `otherKey`: by a key this process does not hold; `invalid`: by none. */
export type SignatureState = 'valid' | 'otherKey' | 'invalid'

export interface AnchorRow {
  id: string
  anchorNo: number
  date: string
  daily: number
  madeTime: string
  hashName: string
  leafCount: number
  rowCount: number
  merkleRoot: string
  prevRoot: string
  kid: string
  exportTo: string | null
  signature: SignatureState
  /** Whether `prevRoot` is the root of the anchor before. */
  linked: boolean
}

export interface AnchorCheck {
  ok: boolean
  /** Chinese, what is wrong; '' when all is well. */
  text: string
  leaves: number
}

export interface PublicKeys {
  /** Key that signs now. */
  kid: string
  publicKey: string
  /** Every key that has signed, with the time it first did. */
  all: { kid: string; publicKey: string; firstTime: string }[]
}

export const auditEndpoints = {
  verify: defineEndpoint<ChainReport>()({
    ...look,
    path: `${base}/verify`,
    title: '校验证据链',
    input: z
      .object({
        kind: z.enum(
          ['lock', 'work', 'decision', 'oplog', 'datalog'],
          '类别须为 lock、work、decision、oplog 或 datalog',
        ),
        /** Id or number of the lock or ticket; the logs are the tenant's and have none. */
        id: z.string().trim().max(40).default(''),
        from: seq,
        to: seq,
      })
      .refine(({ kind, id }) => id !== '' || kind === 'oplog' || kind === 'datalog', {
        message: '请输入锁具编号或票号',
        path: ['id'],
      }),
  }),
  proof: defineEndpoint<InclusionProof>()({
    ...look,
    path: `${base}/proof`,
    title: '单条记录的存在证明',
    input: z.object({ logId: z.string().trim().min(1, '请输入记录编号').max(32) }),
  }),
  anchors: defineEndpoint<Page<AnchorRow>>()({
    ...look,
    path: `${base}/anchors`,
    title: '查询审计锚点',
    input: z.object({
      pageNo: z.coerce.number().int().min(1).catch(1),
      pageSize: z.coerce.number().int().min(1).max(100).catch(10),
    }),
  }),
  anchorCheck: defineEndpoint<AnchorCheck>()({
    ...look,
    path: `${base}/anchorCheck`,
    title: '校验审计锚点',
    input: z.object({ id: z.string().min(1, '请选择锚点').max(32) }),
  }),
  /** Sends the anchor file itself. */
  anchorFile: defineEndpoint<null>()({
    ...look,
    path: `${base}/anchorFile`,
    title: '下载锚点文件',
    sendsFile: true,
    input: z.object({ id: z.string().min(1, '请选择锚点').max(32) }),
  }),
  publicKey: defineEndpoint<PublicKeys>()({
    methods: ['GET'],
    access: 'signedIn',
    path: `${base}/publicKey`,
    title: '验签公钥',
    input: z.object({}),
  }),
  /**
   * The operation log as its export would have it, in an archive with a manifest that the installation has signed. Takes the
   * parameters of `exportXls`; sends the ZIP file itself.
   */
  signedLog: defineEndpoint<null>()({
    methods: ['GET'],
    access: { permission: 'system:log:export' },
    path: '/sys/log/exportSigned',
    title: '导出签名的操作日志',
    sendsFile: true,
    input: z.looseObject({}),
  }),
  signedDataLog: defineEndpoint<null>()({
    methods: ['GET'],
    access: { permission: 'system:dataLog:export' },
    path: '/sys/dataLog/exportSigned',
    title: '导出签名的数据日志',
    sendsFile: true,
    input: z.looseObject({}),
  }),
  anchorMake: defineEndpoint<AnchorRow>()({
    methods: ['POST'],
    access: { permission: 'lo:audit:anchor' },
    path: `${base}/anchorMake`,
    title: '立即生成锚点',
    input: z.object({}),
  }),
} as const

/** The zero-energy certificate of a ticket's newest start (M1). */
export interface ZeroProof {
  /** Row of the ticket's chain that carries the certificate's hash. */
  transSeq: number
  body: ZeroEnergyBody
  /** The canonical text that is hashed and signed. */
  text: string
  hash: string
  /** Rules that do not hold; empty when the certificate does. */
  gaps: ZeroEnergyGap[]
  kid: string
  sig: string
}

const workId = z.string().min(1, '缺少票据编号').max(32)

export const evidenceEndpoints = {
  zeroProof: defineEndpoint<ZeroProof>()({
    methods: ['GET'],
    access: { permission: 'lo:work:list' },
    path: '/lowork/loWork/proof',
    title: '零能量证明',
    input: z.object({ id: workId }),
  }),
  /** Sends the ZIP file itself. */
  evidencePackage: defineEndpoint<null>()({
    methods: ['GET'],
    access: { permission: 'lo:audit:export' },
    path: '/loaudit/loAudit/evidencePackage',
    title: '导出证据包',
    sendsFile: true,
    input: z.object({ id: workId }),
  }),
} as const
