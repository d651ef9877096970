import { deviceStatus } from '../dictionaries/index.ts'
import { dateTimeText } from '../verdict/index.ts'

/** A terminal that would carry tokens or a capsule, and whoever asks for them. Times are epoch ms. */
export interface CarrierFact {
  readonly deviceSn: string
  readonly userId: string
  /** `lo_device` of this serial number; null for a phone, which is no device of the register. */
  readonly device: { readonly kind: string; readonly status: number } | null
  /** `lo_phone` of this serial number: whose it is, since when it is lost (null = it is not). */
  readonly phone: {
    readonly holderId: string | null
    readonly holderName: string
    readonly lostAt: number | null
  } | null
  /** When a phone of his was last reported lost, and when he signed in; null = judged without a session. */
  readonly login: { readonly phoneLostAt: number | null; readonly at: number | null } | null
}

/**
 * Why a terminal may carry nothing of his (3-domain.md §5.8, §9.2 "phone lost"), Chinese; null when it may. A registered device has to
 * be a smart key in use, a phone his own and not lost; whoever holds a lost phone does not go on by its login under another number.
 */
export function carrierGap({ deviceSn, userId, device, phone, login }: CarrierFact): string | null {
  if (device !== null) {
    if (device.kind !== 'KEY')
      return `设备 ${deviceSn} 不是智能钥匙，不能携带离线授权，请使用本人手机或智能钥匙`
    const out: readonly number[] = [deviceStatus.disabled, deviceStatus.scrapped]
    return out.includes(device.status)
      ? `智能钥匙 ${deviceSn} 已报失、停用或报废，不能携带离线授权，请换一把钥匙`
      : null
  }
  if (phone !== null && phone.lostAt !== null)
    return `终端 ${deviceSn} 已于 ${dateTimeText(phone.lostAt)} 报失，登记找回前不能携带离线授权，请换用其他终端`
  if (phone !== null && phone.holderId !== null && phone.holderId !== userId)
    return `终端 ${deviceSn} 登记在 ${phone.holderName} 名下，请使用本人终端；终端已换人的，请先由管理人员解除登记`
  if (login !== null && login.phoneLostAt !== null && (login.at === null || login.at <= login.phoneLostAt))
    return `您的手机已于 ${dateTimeText(login.phoneLostAt)} 报失，此前的登录不能再领取离线授权，请退出后重新登录`
  return null
}

/** Why what a capsule's terminal signed is not believed (Chinese), but for what makes safer: whoever had it may have signed. */
export const lostCapsuleGap = (lostAt: number | null, issuedAt: number): string | null =>
  lostAt === null || lostAt < issuedAt
    ? null
    : `终端已于 ${dateTimeText(lostAt)} 报失，其离线操作不予采信，请本人联网核对后重新办理`
