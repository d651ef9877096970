import type { Paper } from '@suoan/contract'
import { canonicalJson } from '@suoan/domain/evidence-chain'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { makePdf } from '@suoan/platform/paper/make-pdf'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { engineOf } from '@suoan/platform/resource/engine'
import { csvLine, csvMark } from '@suoan/platform/resource/csv-line'
import { exportedCells, planExport, type ExportPlan } from '@suoan/platform/resource/export-plan'
import type { MountedResource } from '@suoan/platform/resource/mounted-resource'
import { takePlace } from '@suoan/platform/resource/export-places'
import { streamSheet } from '@suoan/platform/resource/sheet-writer'
import type { SheetCell, SheetDescription } from '@suoan/platform/resource/sheet'
import type { RowRecord } from '@suoan/platform/db/compile'
import { installationSigner } from '../evidence/signer.ts'
import { zipFiles } from './zip-files.ts'

/** It is made in memory, signed whole and read by people: whoever needs more asks for less at a time. */
export const MOST_SIGNED_ROWS = 50_000
/** A paper of more rows is read by nobody. */
const MOST_PAPER_ROWS = 2000
/** Its name in the archive: letters that every program unpacks. */
const formats = {
  operationLog: { format: 'xlsx', name: 'sheet.xlsx' },
  dataLog: { format: 'xlsx', name: 'sheet.xlsx' },
  lockLog: { format: 'csv', name: 'sheet.csv' },
} as const
const PAPER = 'sheet.pdf'
/** What was asked for and says nothing about which rows. */
const paging = new Set(['pageNo', 'pageSize', 'field', '_t', 'column', 'order', 'sign'])

/** An archive with a sheet, what it holds, and the signature of the installation over that. */
export interface SignedSheet {
  readonly name: string
  readonly zip: Buffer
  readonly rows: number
}

/**
 * The rows of a log that were searched for, as a sheet that an outsider can hold against the public key of the
 * installation: by whom and when it was made, of what conditions, how many rows, and the digest of the file. The columns,
 * the masks and the caller's data rules are those of the plain export. Refused above 50,000 rows.
 */
export async function signedSheet(
  ctx: Context,
  actor: Actor,
  resourceName: keyof typeof formats,
  asked: RowRecord,
  { address, signal }: { readonly address: string; readonly signal: AbortSignal },
): Promise<SignedSheet> {
  const mounted = engineOf(ctx).mounted.get(resourceName)
  if (mounted === undefined) throw new Error(`${resourceName} is not mounted`)
  const plan = await planExport(mounted, actor, asked)
  const leave = takePlace(ctx.config.databaseExportPoolSize, [`person ${actor.userId}`, `address ${address}`])
  const { format, name: SHEET } = formats[resourceName]
  let rows = 0
  const onPaper: SheetCell[][] = []
  async function* counted(): AsyncGenerator<SheetCell[][]> {
    for await (const block of exportedCells(mounted as NonNullable<typeof mounted>, plan, signal)) {
      rows += block.length
      if (rows > MOST_SIGNED_ROWS)
        throw fail('REFUSED', {
          detail: `签名表格一次最多 ${MOST_SIGNED_ROWS.toLocaleString('en')} 条，请用时间等条件缩小范围后分次导出`,
        })
      if (resourceName === 'lockLog' && rows <= MOST_PAPER_ROWS) onPaper.push(...block)
      yield block
    }
  }
  const parts: Buffer[] = []
  try {
    for await (const part of (format === 'csv' ? streamCsv : streamXlsx)(plan.sheet, counted()))
      parts.push(part as Buffer)
  } finally {
    leave()
  }
  const { title } = mounted.resource
  const contents: [string, Buffer][] = [[SHEET, Buffer.concat(parts)]]
  const chains = resourceName === 'lockLog' ? await chainHeads(mounted, plan, signal) : null
  const signer = installationSigner(ctx.config)
  const now = ctx.clock.now()
  if (chains !== null && rows <= MOST_PAPER_ROWS) {
    const paper = paperOf(title, plan.sheet, onPaper, chains, `${actor.realname} ${shanghaiTime(now)} 导出`)
    contents.push([PAPER, await makePdf(actor.userId, { kind: 'paper', paper }, { images: {}, now })])
  }
  const manifest = {
    format: 'suoan-signed-sheet/1',
    title,
    conditions: conditionsOf(asked),
    rows,
    exportedAt: shanghaiTime(now),
    exportedBy: actor.realname,
    account: actor.username,
    tenantId: actor.tenantId,
    kid: signer.kid,
    files: contents.map(([name, bytes]) => ({
      name,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })),
    // The newest row of each lock's chain: whoever walks the chain later must come by it.
    ...(chains === null ? {} : { chains }),
  }
  // The very bytes that are signed, so that a common tool can check them.
  const text = canonicalJson(manifest)
  const zip = await zipFiles(
    new Map([
      ...contents,
      ['manifest.json', Buffer.from(text, 'utf8')],
      ['manifest.sig', Buffer.from(signer.sign(text), 'utf8')],
      ['public-key.pem', Buffer.from(signer.publicPem, 'utf8')],
      [
        'README.txt',
        Buffer.from(
          readme(
            title,
            contents.map(([name]) => name),
          ),
          'utf8',
        ),
      ],
    ]),
  )
  return { name: `${title}-签名-${shanghaiTime(now).replaceAll(/[^0-9]/g, '')}.zip`, zip, rows }
}

const streamXlsx = (sheet: SheetDescription, rows: AsyncIterable<SheetCell[][]>) =>
  streamSheet('xlsx', sheet, rows)

async function* streamCsv(
  { columns }: SheetDescription,
  rows: AsyncIterable<SheetCell[][]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${csvMark}${csvLine(columns.map(({ heading }) => heading))}`)
  for await (const block of rows) yield Buffer.from(block.map((cells) => csvLine(cells)).join(''))
}

/** What was asked for, as the caller sent it; parameters without a value say nothing. */
function conditionsOf(asked: RowRecord): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asked)
      .filter(([name, value]) => !paging.has(name) && value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
}

/** Where the chain of a lock ended when its rows were taken out. */
type ChainHead = {
  readonly lockCode: string
  readonly seq: number
  readonly hash: string
}

/** The heads of the chains of the locks that the export speaks of. */
async function chainHeads(
  mounted: MountedResource,
  { scope, query }: ExportPlan,
  signal: AbortSignal,
): Promise<ChainHead[]> {
  const { ctx, store } = mounted
  const locks = new Set<string>()
  for await (const rows of store.stream(ctx.exportPool, scope, query, { pool: ctx.pool, signal }))
    for (const row of rows) locks.add(String(row['lockId'] ?? ''))
  const { rows } = await sql<ChainHead & { seq: string | number }>`
    select h.lock_code, h.chain_seq as seq, h.hash from unnest(${[...locks]}::text[]) as asked(id)
    join lateral (select lock_code, chain_seq, hash from lo_lock_log l where l.lock_id = asked.id and l.hash is not null
      order by l.chain_seq desc nulls last limit 1) h on true order by h.lock_code`.execute(ctx.db)
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

function paperOf(
  title: string,
  { columns }: SheetDescription,
  rows: readonly (readonly SheetCell[])[],
  chains: readonly ChainHead[],
  foot: string,
): Paper {
  return {
    title,
    no: '',
    head: [`共 ${rows.length} 条`, '与同一文件中的 manifest.json 及其签名一并有效'],
    code: null,
    stamp: '',
    foot,
    isWide: true,
    blocks: [
      {
        kind: 'table',
        empty: '没有记录',
        columns: columns.map(({ heading }) => ({ title: heading, share: 1 })),
        rows: rows.map((cells) => cells.map((cell) => String(cell ?? ''))),
      },
      { kind: 'heading', text: '证据链链头' },
      {
        kind: 'table',
        empty: '没有证据链',
        columns: [
          { title: '锁具', share: 2 },
          { title: '链序号', share: 1 },
          { title: '链头', share: 7 },
        ],
        rows: chains.map(({ lockCode, seq, hash }) => [lockCode, String(seq), hash]),
      },
    ],
  }
}

const readme = (title: string, files: readonly string[]): string => `${title}：签名表格

${files.join('、')}    按 manifest.json 中的条件查询到的记录；锁具日志另附各锁证据链的链头
manifest.json      导出人、时间、查询条件、行数和表格的 SHA-256
manifest.sig       本系统对 manifest.json 的 Ed25519 签名（base64）
public-key.pem     本系统的公钥；请与“审计”页面公布的公钥核对

核对方法（OpenSSL 3）：
  base64 -d manifest.sig > manifest.bin
  openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.bin
  sha256sum ${files.join(' ')}      与 manifest.json 中的 sha256 一致
`
