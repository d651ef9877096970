import type { Pool } from 'pg'

const kept =
  /\b(?:lo_lock_log|lo_work_trans|lo_decision|lo_audit_anchor|lo_audit_leaf|lo_audit_key|lo_zero_proof|lo_work_sign|lo_evidence_file|lo_log_link|sys_log|sys_data_log)\b/

/**
 * Changes history as its owner in the database can: takes the guard of the table away, changes, and puts it back. For
 * tests of what the chains and anchors find.
 */
export async function asDba(pool: Pool, statement: string, values: readonly unknown[] = []): Promise<void> {
  const table = kept.exec(statement)?.[0]
  if (table === undefined) throw new Error('the statement names no table of the history')
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`alter table ${table} disable trigger ${table}_kept`)
    await client.query(statement, [...values])
    await client.query(`alter table ${table} enable trigger ${table}_kept`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
