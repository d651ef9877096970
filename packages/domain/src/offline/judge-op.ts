import { clockText, hour, minute } from '../verdict/index.ts'
import type { OpClass } from './op-class.ts'

/** A terminal's clock may run this far ahead of the platform's before it is not believed (§5.5.4). */
export const clockAheadMs = 5 * minute
/** An energising operation needs a capsule no older than this (§4.6 c). */
export const energisingMaxAgeMs = 4 * hour
/** A capsule lives no longer than this, and never beyond the ticket (§4.6). */
export const capsuleMaxAgeMs = 8 * hour

/** What is known of one operation that a terminal kept while it had no network. */
export interface OfflineOp {
  readonly opClass: OpClass
  /** Wall time of its stamp, epoch ms. */
  readonly at: number
  /** The platform's time when it arrives. */
  readonly now: number
  /** The terminal's signature fits and it follows the operation before it. */
  readonly authentic: boolean
  readonly capsule: { readonly issuedAt: number; readonly expireAt: number }
  /** Why the operation's token does not cover it, null when it does; only energising ones are asked. */
  readonly tokenGap: string | null
}

/**
 * May an offline operation be offered to the ticket at all (§4.6)? Null = yes; then `advance` decides in the merged
 * history. The safe direction is never refused here, whatever its paper looks like.
 */
export function offlineGap(op: OfflineOp): string | null {
  const { opClass, at, now, capsule } = op
  if (opClass === 'safe') return null
  if (opClass === 'never') return '该操作不能离线办理，请联网后重新办理'
  if (!op.authentic) return '终端签名或操作顺序不符，无法采信，请联网后重新办理'
  if (at > now + clockAheadMs) return '终端时钟比平台快，操作时间不可信，请校时后重新办理'
  if (at < capsule.issuedAt) return '操作时间早于离线任务包的领取时间，请校时后重新办理'
  if (at >= capsule.expireAt) return `离线任务包已于 ${clockText(capsule.expireAt)} 过期，请联网后重新办理`
  if (opClass === 'evidence') return null
  if (at - capsule.issuedAt > energisingMaxAgeMs) return '离线任务包已超过 4 小时，不能用于送能操作'
  return op.tokenGap
}
