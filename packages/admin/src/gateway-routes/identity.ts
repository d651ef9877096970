import { createPublicKey, createHash } from 'node:crypto'
import type { JWK } from 'jose'
import type { Config } from '@suoan/platform/config'
import type { Actor } from '@suoan/platform/context'
import { identityKey } from '@suoan/platform/secret-key'

/** How long an identity holds, and how long it is used again: signing costs more than all else of a request. */
const LIFE_SECONDS = 120
const REUSE_MS = 60_000
const MOST_KEPT = 5_000

/** Says to an upstream who calls, so that it can be checked by whoever knows our public key. */
export interface Identity {
  /** A signed token (JWT, EdDSA) about the caller, for this route alone. */
  of(actor: Actor, routerId: string, now: number): Promise<string>
  /** The public key, for upstreams. */
  keys(): Promise<{ keys: JWK[] }>
}

export function createIdentity(config: Pick<Config, 'secretKeyFile' | 'dataDir' | 'publicUrl'>): Identity {
  const key = identityKey(config)
  const publicKey = createPublicKey(key)
  const kid = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('base64url')
    .slice(0, 16)
  const kept = new Map<string, { readonly token: Promise<string>; readonly at: number }>()
  const sign = async (actor: Actor, routerId: string, now: number): Promise<string> => {
    const { SignJWT } = await import('jose')
    return new SignJWT({
      preferred_username: actor.username,
      name: actor.realname,
      tenant: actor.tenantId,
      org: actor.orgCode,
      roles: [...actor.roleCodes],
    })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid })
      .setSubject(actor.userId)
      .setIssuer(config.publicUrl ?? 'suoan')
      .setAudience(routerId)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor(now / 1000) + LIFE_SECONDS)
      .sign(key)
  }
  return {
    of(actor, routerId, now) {
      const name = `${actor.sessionId} ${actor.tenantId} ${actor.userId} ${actor.orgCode} ${routerId} ${actor.roleCodes.join()}`
      const known = kept.get(name)
      if (known && Math.abs(now - known.at) < REUSE_MS) return known.token
      const token = sign(actor, routerId, now)
      kept.delete(name)
      const [oldest] = kept.keys()
      if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
      kept.set(name, { token, at: now })
      return token
    },
    async keys() {
      const { exportJWK } = await import('jose')
      return { keys: [{ ...(await exportJWK(publicKey)), alg: 'EdDSA', use: 'sig', kid }] }
    },
  }
}
