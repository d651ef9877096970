import { canonicalJson } from '../evidence-chain/index.ts'

/**
 * How a signer proved who he is: password, signing PIN or dynamic code typed again for this very content, handwriting
 * on a screen, or nothing beyond his session (`lo_sign_type`).
 */
export type SignMethod = 'PWD' | 'PIN' | 'TOTP' | 'DRAW' | 'SESSION'

/** What the policy asks of a signature (`lo_sign_demand`): a session is enough, a secret again, or a dynamic code. */
export type SignDemand = 'SESSION' | 'SECRET' | 'TOTP'

/** The demands from what asks least. */
export const signDemands: readonly SignDemand[] = ['SESSION', 'SECRET', 'TOTP']

/** What asks most of several; a secret where there is none. */
export const strictestSign = (demands: readonly SignDemand[]): SignDemand =>
  signDemands.findLast((each) => demands.includes(each)) ?? 'SECRET'

/** Reads a stored demand; what is unknown asks for a secret. */
export function signDemandOf(text: string | null | undefined): SignDemand {
  return text === 'SESSION' || text === 'TOTP' ? text : 'SECRET'
}

/** The ways that no server of ours can check: a claim of one is refused, never stored (§3.5 LoWorkSign). */
const uncheckable: Readonly<Record<string, string>> = { CERT: '证书', FACE: '人脸', CARD: '刷卡' }

/**
 * What a signature is stored as: what was proved, whatever the client claims (§3.5 LoWorkSign). Refused with a reason
 * in Chinese when a way is claimed that cannot be checked here, or when the proof is less than the policy asks.
 */
export function signatureAs(given: {
  readonly claimed: string | undefined
  readonly proved: 'PWD' | 'PIN' | 'TOTP' | null
  readonly hasImage: boolean
  readonly demand: SignDemand
}): { readonly method: SignMethod } | { readonly gap: string } {
  const { claimed = '', proved, hasImage, demand } = given
  const word = uncheckable[claimed]
  if (word !== undefined)
    return { gap: `平台没有接入${word}签名，不能以此方式签署，请改用签名口令、登录密码或动态口令` }
  if (claimed === 'DRAW' && !hasImage) return { gap: '没有手写签名图，请在屏幕上签名后再提交' }
  if (demand === 'TOTP' && proved !== 'TOTP') return { gap: '本步骤须用动态口令签署，请输入动态口令' }
  if (demand === 'SECRET' && proved === null)
    return { gap: '本步骤须验证本人后签署，请输入签名口令、登录密码或动态口令' }
  return { method: proved ?? (hasImage ? 'DRAW' : 'SESSION') }
}

/** What a signature says; `signedAt` in epoch ms. The same words are hashed here and by the offline checker. */
export interface SignStatement {
  readonly id: string
  readonly tenantId: number
  readonly workId: string
  /** The row that is signed: a step, a handover, a person. */
  readonly bizId: string
  readonly role: string
  /** The account that signs; null for a person without one. */
  readonly signerId: string | null
  /** The line of the ticket's list of people, and the name as it stood there, of a person without account. */
  readonly personId: string | null
  readonly signerName: string | null
  readonly onBehalfOf: string | null
  /** On whose screen a handwriting was made. */
  readonly witnessId: string | null
  readonly method: SignMethod
  /** SHA-256 of the handwriting, hex. */
  readonly imageSha256: string | null
  /** Hash of the content of the ticket that was signed (§4.8). */
  readonly contentHash: string
  readonly signedAt: number
}

/** The text whose SHA-256 is a signature's `signHash` (§3.5 LoWorkSign); what is null is left out. */
export function signText(statement: SignStatement): string {
  return canonicalJson({
    format: 'suoan-sign/1',
    ...Object.fromEntries(Object.entries(statement).filter(([, value]) => value !== null)),
  })
}
