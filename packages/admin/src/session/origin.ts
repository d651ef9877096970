import { addressKey } from '@suoan/platform/http/address-key'
import { type Place } from './login-guard.ts'

/** From where somebody signs in. */
export interface Origin {
  readonly ip: string
  readonly userAgent: string | null
  /** Hash of the cookie that tells this browser from others; absent where nobody signs in. */
  readonly device?: string | undefined
}

/** Where failures of this sign-in are counted. */
export const placeOf = ({ ip, device }: Origin): Place => ({ address: addressKey(ip), device })
