import { canonicalJson } from '@suoan/domain/evidence-chain'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { createHash } from 'node:crypto'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { engineOf } from '@suoan/platform/resource/engine'
import { exportedCells, planExport } from '@suoan/platform/resource/export-plan'
import { takePlace } from '@suoan/platform/resource/export-places'
import { streamSheet } from '@suoan/platform/resource/sheet-writer'
import type { SheetCell } from '@suoan/platform/resource/sheet'
import type { RowRecord } from '@suoan/platform/db/compile'
import { installationSigner } from '../evidence/signer.ts'
import { zipFiles } from './zip-files.ts'

/** It is made in memory, signed whole and read by people: whoever needs more asks for less at a time. */
export const MOST_SIGNED_ROWS = 50_000
/** Its name in the archive: letters that every program unpacks. */
const SHEET = 'sheet.xlsx'
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
  resourceName: 'operationLog' | 'dataLog',
  asked: RowRecord,
  { address, signal }: { readonly address: string; readonly signal: AbortSignal },
): Promise<SignedSheet> {
  const mounted = engineOf(ctx).mounted.get(resourceName)
  if (mounted === undefined) throw new Error(`${resourceName} is not mounted`)
  const plan = await planExport(mounted, actor, asked)
  const leave = takePlace(ctx.config.databaseExportPoolSize, [`person ${actor.userId}`, `address ${address}`])
  let rows = 0
  async function* counted(): AsyncGenerator<SheetCell[]> {
    for await (const cells of exportedCells(mounted as NonNullable<typeof mounted>, plan, signal)) {
      rows += 1
      if (rows > MOST_SIGNED_ROWS)
        throw fail('REFUSED', {
          detail: `签名表格一次最多 ${MOST_SIGNED_ROWS.toLocaleString('en')} 条，请用时间等条件缩小范围后分次导出`,
        })
      yield cells
    }
  }
  const parts: Buffer[] = []
  try {
    for await (const part of streamSheet('xlsx', plan.sheet, counted())) parts.push(part as Buffer)
  } finally {
    leave()
  }
  const { title } = mounted.resource
  const sheet = Buffer.concat(parts)
  const signer = installationSigner(ctx.config)
  const now = ctx.clock.now()
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
    files: [{ name: SHEET, size: sheet.length, sha256: createHash('sha256').update(sheet).digest('hex') }],
  }
  // The very bytes that are signed, so that a common tool can check them.
  const text = canonicalJson(manifest)
  const zip = await zipFiles(
    new Map([
      [SHEET, sheet],
      ['manifest.json', Buffer.from(text, 'utf8')],
      ['manifest.sig', Buffer.from(signer.sign(text), 'utf8')],
      ['public-key.pem', Buffer.from(signer.publicPem, 'utf8')],
      ['README.txt', Buffer.from(readme(title), 'utf8')],
    ]),
  )
  return { name: `${title}-签名-${shanghaiTime(now).replaceAll(/[^0-9]/g, '')}.zip`, zip, rows }
}

/** What was asked for, as the caller sent it; parameters without a value say nothing. */
function conditionsOf(asked: RowRecord): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asked)
      .filter(([name, value]) => !paging.has(name) && value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
}

const readme = (title: string): string => `${title}：签名表格

${SHEET}         按 manifest.json 中的条件查询到的记录
manifest.json      导出人、时间、查询条件、行数和表格的 SHA-256
manifest.sig       本系统对 manifest.json 的 Ed25519 签名（base64）
public-key.pem     本系统的公钥；请与“审计”页面公布的公钥核对

核对方法（OpenSSL 3）：
  base64 -d manifest.sig > manifest.bin
  openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.bin
  sha256sum ${SHEET}      与 manifest.json 中的 sha256 一致
`
