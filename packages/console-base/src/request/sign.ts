import { isSignedPath, signHeader, signTimeHeader, signedText, standardSignSecret } from '@suoan/contract'
import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { SignInput } from './client.ts'

/**
 * Headers of a signed call, none for the others (4-api.md §2.8). The browser's own hashing knows no MD5 and is absent
 * on plain http.
 */
export function signHeaders(call: SignInput, secret = signSecret()): Record<string, string> {
  if (!isSignedPath(call.path)) return {}
  const sign = bytesToHex(md5(utf8ToBytes(signedText(call, secret)))).toUpperCase()
  return { [signHeader]: sign, [signTimeHeader]: String(call.now) }
}

/** The server writes it into the page (SIGN_SECRET). */
function signSecret(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="sign-secret"]')?.content ?? standardSignSecret
}
