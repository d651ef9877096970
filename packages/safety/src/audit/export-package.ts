import type { InclusionProof } from '@suoan/contract'
import {
  canonicalJson,
  logKinds,
  type Canonical,
  type ChainKind,
  type ChainRow,
  type LogKind,
} from '@suoan/domain/evidence-chain'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { installationSigner } from '../evidence/signer.ts'
import { mayKnowOfDuress } from '../alarms/index.ts'
import { readWhole } from '@suoan/platform/files/store/blob-store'
import { loadDetail } from '../work-tickets/index.ts'
import { chainRows, startOf } from './chain-rows.ts'
import { findEntries } from './log-entries.ts'
import { packageReadme } from './package-readme.ts'
import { inSnapshot } from './in-snapshot.ts'
import { proofOf } from './prove-row.ts'
import { sealLogs } from './seal-logs.ts'
import { zipFiles } from './zip-files.ts'

/** A package is read by people and sent by mail; a ticket that needs more than this is an error. */
const MOST_ROWS = 50_000
const MOST_LOG_ROWS = 2000
const MOST_ATTACHMENT_BYTES = 200 * 2 ** 20

interface Segment {
  readonly kind: ChainKind
  readonly subjectId: string
  readonly no: string
  readonly from: number
  readonly to: number
}

/**
 * The evidence package of one ticket (M14): its detail, its chain, the stretch of the chains of its locks and of their
 * decisions that lies within the ticket's life, the proofs of these rows in the signed anchors, the zero-energy
 * certificates, the photos, the public key and a signed list of it all. `apps/verify` checks it without us.
 */
export async function evidencePackage(
  ctx: Context,
  actor: Actor,
  workId: string,
): Promise<{ name: string; zip: Buffer }> {
  const detail = await loadDetail(ctx, actor, workId)
  const { workNo } = detail.ticket
  const certificates = await sql<{ transSeq: string; text: string; hash: string }>`
    select trans_seq, body as text, hash from lo_zero_proof where work_id = ${workId} order by trans_seq`.execute(
    ctx.db,
  )
  await sealLogs(ctx)
  const { chains, proofs, logs } = await inSnapshot(ctx, async (client) => ({
    ...(await chainsOf(ctx, actor, client, workId, workNo)),
    logs: await logsOf(ctx, actor, client, workId, workNo),
  }))
  const signer = installationSigner(ctx.config)
  const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`, 'utf8')
  const files = new Map<string, Buffer>([
    ['README.txt', Buffer.from(packageReadme(workNo), 'utf8')],
    ['ticket.json', json(detail)],
    ['chains.json', json(chains)],
    ['proofs.json', json(proofs)],
    ['logs.json', json(logs)],
    ['zero-energy.json', json(certificates.rows.map((row) => ({ ...row, transSeq: Number(row.transSeq) })))],
    ['public-key.pem', Buffer.from(signer.publicPem, 'utf8')],
    ...(await attachmentsOf(ctx, workId)),
  ])
  const manifest = {
    format: 'suoan-evidence/1',
    workId,
    workNo,
    exportedAt: ctx.clock.now(),
    exportedBy: actor.realname,
    kid: signer.kid,
    files: [...files].map(([name, content]) => ({
      name,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  }
  files.set('manifest.json', json(manifest))
  files.set('manifest.sig', Buffer.from(signer.sign(canonicalJson(manifest as Canonical)), 'utf8'))
  const day = shanghaiTime(ctx.clock.now()).slice(0, 10)
  return { name: `证据包-${workNo}-${day}.zip`, zip: await zipFiles(files) }
}

async function chainsOf(ctx: Context, actor: Actor, client: PoolClient, workId: string, workNo: string) {
  const chains = []
  const proofs = []
  let left = MOST_ROWS
  for (const { kind, subjectId, no, from, to } of await segmentsOf(client, workId, workNo)) {
    const rows: ChainRow[] = []
    for await (const block of chainRows(client, kind, subjectId, from, to)) {
      rows.push(...block)
      left -= block.length
      if (left < 0) throw fail('REFUSED', { detail: `本票的记录超过 ${MOST_ROWS} 行，请联系管理员分段导出` })
    }
    const [first] = rows
    const last = rows.at(-1)
    if (!first || !last) continue
    chains.push({
      kind,
      subjectId,
      no,
      start:
        from === 1 ? { seq: 0, hash: startOf(kind, subjectId) } : { seq: from - 1, hash: first.prevHash },
      head: { seq: last.seq, hash: last.hash },
      rows: rows.map(({ id, seq, prevHash, hash, canonical }) => ({
        id,
        seq,
        prevHash,
        hash,
        // What may not be shown to this reader keeps its place and its hashes: the chain still joins (A15).
        row: isWithheld(actor, kind, canonical) ? null : canonical,
      })),
    })
    // The proof carries its row: an earlier one stands for a row that may not be shown.
    const lastShown = rows.findLast(({ canonical }) => !isWithheld(actor, kind, canonical))
    if (!lastShown) continue
    const held = await newestAnchored(client, kind, subjectId, lastShown.seq)
    const anchored = rows.find(({ seq }) => seq === held)
    if (anchored && !isWithheld(actor, kind, anchored.canonical))
      proofs.push(await proofOf(ctx, client, kind, subjectId, anchored.seq))
  }
  return { chains, proofs }
}

/** A duress report in the chain of a lock, asked for by somebody who may not know of it (A15). */
function isWithheld(actor: Actor, kind: ChainKind, canonical: string): boolean {
  if (kind !== 'lock' || mayKnowOfDuress(actor)) return false
  return (
    z.looseObject({ event_type: z.string().optional() }).parse(JSON.parse(canonical)).event_type === 'DURESS'
  )
}

/** The ticket's whole chain; of its locks what happened from the isolation (or the closing it rests on) to the end. */
async function segmentsOf(client: PoolClient, workId: string, workNo: string): Promise<Segment[]> {
  const { rows } = await client.query<{ kind: ChainKind; id: string; no: string; from: string; to: string }>(
    `with life as (
       select coalesce(min(server_time) filter (where trans_id = 'T20'), min(server_time)) as begun,
         case when bool_or(to_phase = 30) then max(server_time) else 'infinity' end as ended, max(seq) as last
       from lo_work_trans where work_id = $1),
     mine as (select distinct x.lock_id as id, l.lock_code as no
       from lo_work_lock x join lo_lock l on l.id = x.lock_id where x.work_id = $1
       union select distinct i.actual_lock_id, l.lock_code from lo_work_point i join lo_lock l on l.id = i.actual_lock_id
       where i.work_id = $1)
     select 'work' as kind, $1::text as id, $2::text as no, 1 as from, last as to from life where last is not null
     union all
     select 'lock', m.id, m.no, s.from, s.to from mine m, life,
       lateral (select min(g.chain_seq) as from, max(g.chain_seq) as to from lo_lock_log g
         where g.lock_id = m.id and g.chain_seq is not null and g.recv_time between life.begun and life.ended) s
       where s.from is not null
     union all
     select 'decision', m.id, m.no, s.from, s.to from mine m, life,
       lateral (select min(d.chain_seq) as from, max(d.chain_seq) as to from lo_decision d
         where d.lock_id = m.id and d.chain_seq is not null and d.time between life.begun and life.ended) s
       where s.from is not null
     order by 1, 2`,
    [workId, workNo],
  )
  return rows.map(({ kind, id, no, from, to }) => ({
    kind,
    subjectId: id,
    no,
    from: Number(from),
    to: Number(to),
  }))
}

/**
 * What the logs say of the ticket: operations that name it by number or id, and the versions of its row, each with its
 * place in the link that holds it, and of each link its place in the signed anchors.
 */
async function logsOf(ctx: Context, { tenantId }: Actor, client: PoolClient, workId: string, workNo: string) {
  const { rows } = await client.query<{ kind: LogKind; id: string }>(
    `with born as (select create_time - interval '1 minute' as at from lo_work where id = $1)
    select 'oplog' as kind, l.id from born, sys_log l where l.tenant_id = $3 and l.create_time >= born.at
      and (position($2 in l.log_content) > 0 or position($1 in l.request_param) > 0)
    union all select 'datalog', l.id from sys_data_log l where l.data_table = 'lo_work' and l.data_id = $1
      and l.tenant_id = $3
    limit ${MOST_LOG_ROWS + 1}`,
    [workId, workNo, tenantId],
  )
  if (rows.length > MOST_LOG_ROWS)
    throw fail('REFUSED', { detail: `本票的操作日志超过 ${MOST_LOG_ROWS} 行，请联系管理员分段导出` })
  const links = new Map<string, InclusionProof>()
  const entries = []
  for (const kind of logKinds) {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id)
    for (const { subjectId, seq, entry, text } of await findEntries(client, kind, tenantId, ids)) {
      const link = `${kind}/${seq}`
      if (!links.has(link)) links.set(link, await proofOf(ctx, client, kind, subjectId, seq))
      entries.push({ link, kind, ...entry, row: text })
    }
  }
  return { links: Object.fromEntries(links), rows: entries }
}

async function newestAnchored(
  client: PoolClient,
  kind: ChainKind,
  subjectId: string,
  upTo: number,
): Promise<number | null> {
  const { rows } = await client.query<{ to: string | null }>(
    `select max(least(to_seq, $3::bigint)) as to from lo_audit_leaf where kind = $1 and subject_id = $2 and from_seq <= $3`,
    [kind, subjectId, upTo],
  )
  return rows[0]?.to ? Number(rows[0].to) : null
}

/** Every file that is evidence of the ticket, and what older records name; a name that is no stored file is left out. */
async function attachmentsOf(ctx: Context, workId: string): Promise<[string, Buffer][]> {
  const { rows } = await sql<{ path: string; tenantId: number }>`
    select distinct f.path, f.tenant_id from stored_file f where f.path in (
      select unnest(array[claim_photo, verify_photo]) from lo_work_point where work_id = ${workId}
      union select path from lo_evidence_file where work_id = ${workId}
      union select file_path from lo_work_attach where work_id = ${workId} and del_flag = 0
      union select photo from lo_work_gas where work_id = ${workId}
      union select photo from lo_work_measure where work_id = ${workId}) order by 1`.execute(ctx.db)
  const found: [string, Buffer][] = []
  let bytes = 0
  for (const row of rows) {
    const content = await readWhole(ctx.blobs, row)
    if (content === null) continue
    bytes += content.length
    if (bytes > MOST_ATTACHMENT_BYTES)
      throw fail('REFUSED', { detail: '附件超过 200 MB，请联系管理员分段导出' })
    found.push([`files/${row.path}`, content])
  }
  return found
}
