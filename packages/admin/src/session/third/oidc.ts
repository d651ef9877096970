import type { Configuration } from 'openid-client'
import type { OidcProvider } from '@suoan/platform/config-sign-in'

/** What must be remembered between leaving for a provider and coming back; never shown to the browser. */
export interface OidcCheck {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
}

/** Who somebody is at a provider. */
export interface OidcIdentity {
  readonly issuer: string
  readonly subject: string
  /** '' when the provider tells none. */
  readonly name: string
}

/** Loaded where there is a provider: 9 MB that most installations never need. */
const library = () => import('openid-client')

const PATIENCE_S = 10
const found = new WeakMap<OidcProvider, Promise<Configuration>>()

/** The address at the provider where the person signs in, and what to check afterwards (state, nonce, PKCE S256). */
export async function leaveFor(
  provider: OidcProvider,
  redirectUri: string,
): Promise<{ readonly url: string; readonly check: OidcCheck }> {
  const oidc = await library()
  const check = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    redirectUri,
  }
  const url = oidc.buildAuthorizationUrl(await configurationOf(provider), {
    redirect_uri: redirectUri,
    scope: provider.scope,
    response_type: 'code',
    state: check.state,
    nonce: check.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(check.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, check }
}

/**
 * Trades what the provider sent back for who it is. `search` is the query of the callback; its address is ours, not the
 * one the request claims. Throws when state, issuer, nonce, audience, signature or code do not hold.
 */
export async function comeBack(
  provider: OidcProvider,
  check: OidcCheck,
  search: string,
): Promise<OidcIdentity> {
  const address = new URL(check.redirectUri)
  address.search = search
  const { authorizationCodeGrant } = await library()
  const answer = await authorizationCodeGrant(await configurationOf(provider), address, {
    expectedState: check.state,
    expectedNonce: check.nonce,
    pkceCodeVerifier: check.verifier,
    idTokenExpected: true,
  })
  const claims = answer.claims()
  if (!claims) throw new Error('the provider sent no ID token')
  const name = [claims['name'], claims['nickname'], claims['preferred_username']].find(
    (each): each is string => typeof each === 'string' && each !== '',
  )
  return { issuer: claims.iss, subject: claims.sub, name: (name ?? '').slice(0, 100) }
}

/** Asked once per provider; a failure is not remembered. Discovery refuses another issuer than the configured one. */
function configurationOf(provider: OidcProvider): Promise<Configuration> {
  const known = found.get(provider)
  if (known) return known
  const asked = discover(provider)
  asked.catch(() => found.delete(provider))
  found.set(provider, asked)
  return asked
}

async function discover(provider: OidcProvider): Promise<Configuration> {
  const { allowInsecureRequests, discovery } = await library()
  const issuer = new URL(provider.issuer)
  return discovery(issuer, provider.clientId, provider.clientSecret, undefined, {
    // Plain HTTP only to this machine, which the configuration has checked.
    execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
    timeout: PATIENCE_S,
  })
}
