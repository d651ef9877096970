import type { Canonical } from '@suoan/domain/evidence-chain'
import { deltaOf, recordedAt, withoutEmpty, type Delta, type Recorded, type Row } from '@suoan/domain/replay'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '@suoan/platform/db/schema'
import { changedRows } from '../audit-diff.ts'

type RecordedParts = Readonly<Record<string, { table: string; names?: RawBuilder<unknown> }>>

/**
 * The tables whose rows make up a ticket (3-domain.md §3.5), by the part they are in a replay. Beside its own columns a
 * row carries the names people knew it by at the time. Left out: the chain's head (it follows from the rows themselves)
 * and what identifies people outside the ticket (phone, identity number).
 */
export const recordedParts: RecordedParts = {
  ticket: {
    table: 'lo_work',
    names: sql`jsonb_build_object(
      'areaName', (select area_name from lo_area where id = t.area_id),
      'leaderName', (select realname from sys_user where id = t.leader_id),
      'applicantName', (select realname from sys_user where id = t.applicant_id))`,
  },
  points: {
    table: 'lo_work_point',
    names: sql`(select jsonb_build_object('pointCode', p.point_code, 'pointName', p.point_name,
      'plannedLockCode', (select lock_code from lo_lock where id = t.planned_lock_id),
      'actualLockCode', (select lock_code from lo_lock where id = t.actual_lock_id),
      'isolatorName', (select realname from sys_user where id = t.isolator_id),
      'verifierName', (select realname from sys_user where id = t.verifier_id))
      from lo_point p where p.id = t.point_id)`,
  },
  locks: {
    table: 'lo_work_lock',
    names: sql`jsonb_build_object('lockCode', (select lock_code from lo_lock where id = t.lock_id))`,
  },
  tags: { table: 'lo_work_tag' },
  people: {
    table: 'lo_work_person',
    names: sql`jsonb_build_object('name', coalesce((select realname from sys_user where id = t.user_id), t.person_name))`,
  },
  measures: { table: 'lo_work_measure' },
  gas: { table: 'lo_work_gas' },
  signatures: { table: 'lo_work_sign' },
  files: { table: 'lo_evidence_file' },
  attachments: { table: 'lo_work_attach' },
  questions: {
    table: 'lo_work_question',
    names: sql`jsonb_build_object('askName', (select realname from sys_user where id = t.ask_by),
      'answerName', (select realname from sys_user where id = t.answer_by))`,
  },
  reviews: {
    table: 'lo_work_review',
    names: sql`jsonb_build_object('name', (select realname from sys_user where id = t.reviewer_id))`,
  },
  examines: {
    table: 'lo_work_examine',
    names: sql`jsonb_build_object('name', (select realname from sys_user where id = t.approver_id))`,
  },
  presence: { table: 'lo_work_presence' },
  siteChecks: { table: 'lo_work_site_check' },
  scans: { table: 'lo_site_scan' },
  conflicts: {
    table: 'lo_work_conflict',
    names: sql`jsonb_build_object('otherWorkNo', (select work_no from lo_work where id = t.other_work_id))`,
  },
  handovers: { table: 'lo_work_handover' },
  extensions: { table: 'lo_work_extend' },
  removals: { table: 'lo_emergency_removal' },
  holds: {
    table: 'lo_point_hold',
    names: sql`jsonb_build_object('userName', (select realname from sys_user where id = t.user_id),
      'lockCode', (select lock_code from lo_lock where id = t.lock_id),
      'pointCode', (select point_code from lo_point where id = t.point_id))`,
  },
}

/** Columns of no part: see `recordedParts`. */
export const unrecordedColumns: readonly string[] = ['chain_head', 'phone', 'id_mask']

/** The rows of one part at one moment. */
interface PartRead {
  readonly part: string
  readonly count: number
  /** By row id; of a later look only those that may have changed. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, Canonical>>>> | null
  /** By row id, all of them; null where the part has no names. */
  readonly names: Readonly<Record<string, Readonly<Record<string, Canonical>> | null>> | null
  /** What a later look says as `since`; null for a part without rows. */
  readonly next: string | null
}

/**
 * Reads the ticket's rows. With `since` (the `next` of an earlier look) columns come only of rows written since then, and
 * perhaps of some more: every row version of a transaction that was under way at that look, or began later, carries a
 * number (`xmin`, that of a savepoint included) not below the oldest that was under way. Rows that are gone show in
 * `count`, names of rows that did not change in `names`.
 */
async function readParts(
  db: Kysely<Database>,
  workId: string,
  {
    from = recordedParts,
    since = null,
  }: { readonly from?: RecordedParts; readonly since?: string | null | undefined },
): Promise<PartRead[]> {
  const parts = Object.entries(from).map(
    ([part, { table, names }]) => sql`
      select ${part}::text as part, count(*)::int as count,
        json_object_agg(t.id, to_jsonb(t)) filter (where since.age is null or age(t.xmin) <= since.age) as rows,
        ${names ? sql`json_object_agg(t.id, ${names})` : sql`null::json`} as names, min(since.next) as next
      from since, ${sql.table(table)} t where ${sql.ref(part === 'ticket' ? 't.id' : 't.work_id')} = ${workId}`,
  )
  const { rows } = await sql<PartRead>`
    with since as materialized (
      select pg_snapshot_xmin(pg_current_snapshot())::text as next,
        -- Numbers of transactions go round: of one so long ago nothing can be said, and everything is read.
        case when pg_snapshot_xmax(pg_current_snapshot())::text::bigint - ${since}::bigint < 1000000000
          then age((${since}::text)::xid8::xid) end as age)
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

const rowOf = (
  columns: Readonly<Record<string, Canonical>>,
  names: Readonly<Record<string, Canonical>> | null | undefined,
): Row => withoutEmpty({ ...wireColumns(columns), ...names })

/** The ticket's rows as they stand in this transaction. Times are texts of the database's zone (Asia/Shanghai). */
export async function currentRows(
  db: Kysely<Database>,
  workId: string,
  from: RecordedParts = recordedParts,
): Promise<Recorded> {
  return allOf(await readParts(db, workId, { from }))
}

function allOf(parts: readonly PartRead[]): Recorded {
  const recorded: Record<string, Record<string, Row>> = {}
  for (const { part, rows, names } of parts)
    for (const [id, columns] of Object.entries(rows ?? {}))
      (recorded[part] ??= {})[id] = rowOf(columns, names?.[id])
  return recorded
}

/** Columns by their names in the code; inner JSON keeps its own. */
export function wireColumns(columns: Readonly<Record<string, Canonical>>): Record<string, Canonical> {
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([column]) => !unrecordedColumns.includes(column))
      .map(([column, value]) => [
        column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
  )
}

/** The ticket's rows at one moment, and what a later look needs to read only what has changed since. */
export interface Look {
  readonly recorded: Recorded
  readonly names: readonly Pick<PartRead, 'part' | 'names'>[]
  readonly since: string | null
}

/** What the log of a ticket tells up to the row with this hash. */
interface Remembered extends Look {
  readonly hash: string
}

/** So many tickets are moved at a time; each takes some 50 kB. */
const MOST_REMEMBERED = 64
const remembered = new Map<string, Remembered>()

/**
 * Keeps what the log tells of a ticket once the row with `hash` is its last, so that the next event need read neither the
 * whole chain nor every row again. Only a copy: whoever finds another last row (another node wrote, or the transaction
 * was rolled back) reads the chain.
 */
export function rememberRecorded(workId: string, hash: string, look: Look): void {
  remembered.delete(workId)
  remembered.set(workId, { ...look, hash })
  if (remembered.size <= MOST_REMEMBERED) return
  for (const oldest of [...remembered.keys()].slice(0, remembered.size - MOST_REMEMBERED))
    remembered.delete(oldest)
}

/**
 * The ticket's rows as they stand, and what changed in them since the last audit row (`newest`), as that row and those
 * before it tell: the log is the only memory.
 */
export async function deltaSinceLog(
  db: Kysely<Database>,
  { id: workId, tenantId }: { readonly id: string; readonly tenantId: number },
  newest: Promise<{ readonly hash: string | null } | undefined>,
): Promise<{ delta: Delta; look: Look }> {
  const kept = remembered.get(workId)
  const [last, parts] = await Promise.all([newest, readParts(db, workId, { since: kept?.since })])
  const known = kept !== undefined && kept.hash === last?.hash ? kept : undefined
  const patched = known && patchedBy(known, parts)
  if (known && patched) return { delta: deltaOf(known.recorded, patched), look: lookOf(patched, parts) }
  const [before, all] = await Promise.all([
    known ? known.recorded : readLog(db, workId, tenantId),
    kept ? readParts(db, workId, {}) : parts,
  ])
  const recorded = allOf(all)
  return { delta: deltaOf(before, recorded), look: lookOf(recorded, all) }
}

const lookOf = (recorded: Recorded, parts: readonly PartRead[]): Look => ({
  recorded,
  names: parts.map(({ part, names }) => ({ part, names })),
  since: parts.find(({ next }) => next !== null)?.next ?? null,
})

/** The rows as they stand, from what is known and what may have changed; null where that does not tell. */
function patchedBy(known: Look, parts: readonly PartRead[]): Recorded | null {
  const recorded: Record<string, Readonly<Record<string, Row>>> = {}
  for (const read of parts) {
    const before = known.recorded[read.part] ?? {}
    const knownNames = known.names.find(({ part }) => part === read.part)?.names ?? null
    const after = patchedPart(before, knownNames, read)
    if (after === null) return null
    if (read.count > 0) recorded[read.part] = after
  }
  return recorded
}

function patchedPart(
  before: Readonly<Record<string, Row>>,
  knownNames: PartRead['names'],
  { rows, names, count }: PartRead,
): Readonly<Record<string, Row>> | null {
  const changed = Object.entries(rows ?? {}).map(([id, row]) => [id, rowOf(row, names?.[id])] as const)
  const after = changed.length === 0 ? before : { ...before, ...Object.fromEntries(changed) }
  // A row is gone: which one only all of them tell.
  if (Object.keys(after).length !== count) return null
  for (const [id, name] of Object.entries(names ?? {}))
    if (rows?.[id] === undefined && JSON.stringify(name) !== JSON.stringify(knownNames?.[id])) return null
  return after
}

async function readLog(db: Kysely<Database>, workId: string, tenantId: number): Promise<Recorded> {
  const { rows } = await sql<{ seq: string; delta: Delta | null }>`
    select seq, diff -> ${changedRows}::text as delta from lo_work_trans
    where tenant_id = ${tenantId} and work_id = ${workId} order by seq`.execute(db)
  const events = rows.map(({ seq, delta }) => ({ seq: Number(seq), at: 0, delta: delta ?? {} }))
  return recordedAt(events, 0).recorded
}
