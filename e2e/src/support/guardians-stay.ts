import type { RunningServer } from '@suoan/app-server/create-server'

/** Before a clock is turned: who stands at his post has confirmed it and kept his terminal in the time that is skipped (G15). */
export async function guardiansStay(pool: RunningServer['ctx']['pool'], until: Date): Promise<void> {
  await pool.query('update sys_session set socket_at = $1 where socket_at is not null', [until])
  await pool.query(
    'update lo_work_person set guard_seen_time = $1 where check_in_time is not null and away_since is null',
    [until],
  )
}
