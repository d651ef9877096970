import { newId } from '@suoan/kit/id'
import type { Context } from '../../../context.ts'

/** What a lock's device tells, as ingestion would store it: the state of the lock, its log row and its session. */
export interface LockReports {
  /** The device reports the lock shut now. */
  closes(code: string): Promise<void>
  /** The device reports the lock open now; `FORCE` when it was torn open. */
  opens(code: string, eventType?: 'OPEN' | 'FORCE'): Promise<void>
  /** The answer to READSTATE: still as it was, confirmed now. */
  confirms(code: string): Promise<void>
}

export function lockReports(ctx: Context): LockReports {
  const { pool, clock, events } = ctx
  const lockOf = async (code: string): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>('select id from lo_lock where lock_code = $1', [code])
    const [row] = rows
    if (!row) throw new Error(`no lock ${code}`)
    return row.id
  }
  const setState = (lockId: string, status: number) =>
    pool.query(
      `update lo_lock set lock_status = $2, state_trust = 1, state_time = $3, online = case online when 9 then 9 else 1 end
       where id = $1`,
      [lockId, status, new Date(clock.now())],
    )
  const log = async (lockId: string, eventType: string): Promise<string> => {
    const id = newId()
    await pool.query(
      `insert into lo_lock_log (id, lock_id, event_type, op_result, occur_time, recv_time, time_quality, historical, prev_hash, hash)
       values ($1, $2, $3, 1, $4, $4, 2, 0, '', '')`,
      [id, lockId, eventType, new Date(clock.now())],
    )
    return id
  }
  const last = (lockId: string, column: 'last_open_time' | 'last_close_time') =>
    pool.query(
      `insert into lo_lock_last (id, lock_id, ${column}) values ($1, $2, $3)
       on conflict (tenant_id, lock_id) do update set ${column} = excluded.${column}`,
      [newId(), lockId, new Date(clock.now())],
    )
  return {
    async closes(code) {
      const lockId = await lockOf(code)
      await setState(lockId, 1)
      const logId = await log(lockId, 'CLOSE')
      await last(lockId, 'last_close_time')
      await pool.query(
        'update lo_lock_onoff set state = 2, close_time = $2 where lock_id = $1 and state = 1',
        [lockId, new Date(clock.now())],
      )
      events.emit('lock.closed', { tenantId: 0, lockId, logId, workId: null })
      events.emit('lock.stateChanged', { tenantId: 0, lockId })
    },
    async opens(code, eventType = 'OPEN') {
      const lockId = await lockOf(code)
      await setState(lockId, 2)
      const logId = await log(lockId, eventType)
      await last(lockId, 'last_open_time')
      await pool.query(
        'insert into lo_lock_onoff (id, lock_id, open_log_id, open_time, state) values ($1, $2, $3, $4, 1)',
        [newId(), lockId, logId, new Date(clock.now())],
      )
      if (eventType === 'FORCE') events.emit('lock.alarmed', { tenantId: 0, lockId, logId, eventType })
      else events.emit('lock.opened', { tenantId: 0, lockId, logId, workId: null, userId: null })
      events.emit('lock.stateChanged', { tenantId: 0, lockId })
    },
    async confirms(code) {
      const lockId = await lockOf(code)
      await setState(lockId, 1)
      events.emit('lock.stateChanged', { tenantId: 0, lockId })
    },
  }
}
