import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A real OpenID provider on this machine, whose login form is answered at once by whoever `signIn` names. */
export interface TestProvider extends AsyncDisposable {
  readonly issuer: string
  /** The account the next person signs in with; null = he says no. */
  signIn: string | null
}

export const CLIENT = { clientId: 'suoan', clientSecret: 'a-secret-of-the-tests-that-is-long-enough' }

/** Opens the provider for a client that comes back to `redirectUris`. */
export async function openProvider(redirectUris: readonly string[]): Promise<TestProvider> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, name: `外部 ${id}` }) }),
    // Everybody has agreed already: consent at the provider is not what is tested here.
    async loadExistingGrant(context) {
      const { client, session } = context.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new context.oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      })
      grant.addOIDCScope('openid profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  const open: TestProvider = {
    issuer,
    signIn: 'a-1',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      void answer(request, response)
      return
    }
    const result =
      open.signIn === null
        ? { error: 'access_denied', error_description: 'the person said no' }
        : { login: { accountId: open.signIn } }
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  return open
}

/** Follows redirects like a browser with its cookies, until an address outside `within`; gives that address. */
export async function browse(start: string, within: string): Promise<string> {
  const cookies = new Map<string, string>()
  let address = start
  for (let hop = 0; hop < 10 && address.startsWith(within); hop++) {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      cookies.set(name, value.join('='))
    }
    const next = answer.headers.get('location')
    if (next === null)
      throw new Error(`${address} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
    address = new URL(next, address).href
  }
  return address
}
