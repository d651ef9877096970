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

/** The ticket's rows as they stand in this transaction. Times are texts of the database's zone (Asia/Shanghai). */
export async function currentRows(
  db: Kysely<Database>,
  workId: string,
  from: RecordedParts = recordedParts,
): Promise<Recorded> {
  const parts = Object.entries(from).map(
    ([part, { table, names }]) => sql`
      select ${part}::text as part, t.id, to_jsonb(t) as columns, ${names ?? sql`null::jsonb`} as names
      from ${sql.table(table)} t where ${sql.ref(part === 'ticket' ? 't.id' : 't.work_id')} = ${workId}`,
  )
  const { rows } = await sql<{
    part: string
    id: string
    columns: Readonly<Record<string, Canonical>>
    names: Readonly<Record<string, Canonical>> | null
  }>`${sql.join(parts, sql` union all `)}`.execute(db)
  const recorded: Record<string, Record<string, Row>> = {}
  for (const { part, id, columns, names } of rows)
    (recorded[part] ??= {})[id] = withoutEmpty({ ...wireColumns(columns), ...names })
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

/** What the log of a ticket tells up to the row with this hash. */
interface Remembered {
  readonly hash: string
  readonly recorded: Recorded
}

/** So many tickets are moved at a time; each takes some 50 kB. */
const MOST_REMEMBERED = 64
const remembered = new Map<string, Remembered>()

/**
 * Keeps what the log tells of a ticket once the row with `hash` is its last, so that the next event need not read the
 * whole chain again. Only a copy: whoever finds another last row (another node wrote, or the transaction was rolled
 * back) reads the chain.
 */
export function rememberRecorded(workId: string, hash: string, recorded: Recorded): void {
  remembered.delete(workId)
  remembered.set(workId, { hash, recorded })
  if (remembered.size <= MOST_REMEMBERED) return
  for (const oldest of [...remembered.keys()].slice(0, remembered.size - MOST_REMEMBERED))
    remembered.delete(oldest)
}

/**
 * The ticket's rows as they stand, and what changed in them since the last audit row, whose hash is `lastHash`, as that
 * row and those before it tell: the log is the only memory.
 */
export async function deltaSinceLog(
  db: Kysely<Database>,
  { id: workId, tenantId }: { readonly id: string; readonly tenantId: number },
  lastHash: string | null,
  current: Promise<Recorded>,
): Promise<{ delta: Delta; recorded: Recorded }> {
  const known = remembered.get(workId)
  const before =
    known !== undefined && known.hash === lastHash ? known.recorded : await readLog(db, workId, tenantId)
  const recorded = await current
  return { delta: deltaOf(before, recorded), recorded }
}

async function readLog(db: Kysely<Database>, workId: string, tenantId: number): Promise<Recorded> {
  const { rows } = await sql<{ seq: string; delta: Delta | null }>`
    select seq, diff -> ${changedRows}::text as delta from lo_work_trans
    where tenant_id = ${tenantId} and work_id = ${workId} order by seq`.execute(db)
  const events = rows.map(({ seq, delta }) => ({ seq: Number(seq), at: 0, delta: delta ?? {} }))
  return recordedAt(events, 0).recorded
}
