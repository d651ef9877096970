/** Numbers of `LoLockType` that guards believe a lock by; null = not filled. Times as the column names say. */
export interface LockTypeBounds {
  readonly commType: string | null
  readonly purposes: string | null
  readonly heartbeatSec: number | null
  readonly offlineSec: number | null
  readonly battLow: number | null
  readonly battCrit: number | null
  readonly ticketRequired: number | null
}

/** Longest heartbeat and silence by `lo_comm_type` (3-domain.md §5.3), seconds: what sleeps is heard seldom. */
const sleeping: Readonly<Record<string, { heartbeat: number; offline: number }>> = {
  NB: { heartbeat: 24 * 3600, offline: 2 * 24 * 3600 + 600 },
  LORA: { heartbeat: 6 * 3600, offline: 2 * 6 * 3600 },
}
/** Everything else is on line: BLE behind a gateway is the slowest of them. */
const onLine = { heartbeat: 600, offline: 1800 } as const

/** `lo_lock_purpose` that somebody's life hangs on: isolation, group box, personal. */
const protecting: readonly string[] = ['1', '3', '4']

/** What a type of lock may not say (Chinese, says what to do); null when it is sound (3-domain.md §3.2 LoLockType). */
export function lockTypeMistake(type: LockTypeBounds): string | null {
  if ((type.battLow ?? 20) <= (type.battCrit ?? 10)) return '“低电”须大于“极低电”'
  if ((type.offlineSec ?? 900) < 2 * (type.heartbeatSec ?? 300)) return '“离线判定”不能小于心跳周期的两倍'
  const most = sleeping[type.commType ?? ''] ?? onLine
  if ((type.heartbeatSec ?? 0) > most.heartbeat)
    return `该通信方式的“心跳周期”不得超过 ${most.heartbeat} 秒，否则失联的锁长时间仍被当作已确认`
  if ((type.offlineSec ?? 0) > most.offline)
    return `该通信方式的“离线判定”不得超过 ${most.offline} 秒，否则失联的锁不会报离线`
  const isProtecting = (type.purposes ?? '').split(',').some((purpose) => protecting.includes(purpose))
  return type.ticketRequired === 0 && isProtecting
    ? '隔离锁、集体锁箱和个人锁须凭票开锁；只有巡检用的门禁锁或电子封可以不凭票，请修改“允许用途”或“凭票开锁”'
    : null
}
