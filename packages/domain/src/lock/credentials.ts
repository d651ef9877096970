/** Most of one grant: a card and its spare, a smart key, two fingers. [D] */
const MOST = 5

/**
 * What a lock recognises a person by (§3.3 credRef): the digest of a card, the serial number of a smart key, the place of
 * a template or code in the lock. Never a card's number, a code or a biometric itself.
 */
const forms: readonly RegExp[] = [
  /^card:[0-9a-f]{32,64}$/,
  /^key:[A-Za-z0-9_.-]{1,64}$/,
  /^slot:[1-9]\d{0,3}$/,
]

/** Why a value is no list of credentials for a lock (§3.3 credRef), Chinese; null when it is one, or nothing. */
export function credentialGap(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value)) return '凭证引用须为清单，例如 ["key:K001","slot:3"]'
  if (value.length > MOST) return `一个授权最多 ${MOST} 个凭证引用，请删去不用的`
  if (new Set(value).size < value.length) return '凭证引用有重复，请删去重复的'
  const wrong: unknown = value.find((each) => !isCredential(each))
  return wrong === undefined
    ? null
    : '凭证引用只能是 card:卡号摘要（32 至 64 位十六进制）、key:智能钥匙序列号 或 slot:锁内序号（1 至 9999），不要填写卡号、密码或指纹本身'
}

/** The credentials of a stored list (§3.3 credRef) as the lock is told them; nothing of what is none. */
export const credentialsOf = (stored: unknown): string[] =>
  Array.isArray(stored) && credentialGap(stored) === null ? stored.filter(isCredential) : []

const isCredential = (value: unknown): value is string =>
  typeof value === 'string' && forms.some((form) => form.test(value))
