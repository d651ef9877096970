import { describe, expect, it } from 'vitest'
import { requestHeaders, responseHeaders, withoutSecret } from './headers.ts'

const secret = 'T'.repeat(43)
const sent = {
  secret,
  identity: 'signed',
  ip: '10.1.2.3',
  host: 'systems.example.com',
  ownHost: 'systems.example.com',
  protocol: 'https',
  prefix: '/erp',
  via: '1.1 suoan-x',
  upstreamOrigin: 'http://erp:8081',
  isUpgrade: false,
  hasBody: false,
  settings: { setRequest: [], removeRequest: [] },
}
const answer = {
  base: '/erp',
  prefix: '/erp',
  upstreamOrigin: 'http://erp:8081',
  ancestors: ['https://console.example.com'],
  isSecure: true,
  settings: { setResponse: [], removeResponse: [] },
}

describe('what goes to an upstream', () => {
  it('has nothing of our session, and nothing by which a client could pretend to be another', () => {
    const headers = requestHeaders(
      {
        accept: 'text/html',
        'x-access-token': secret,
        'tenant-id': '7',
        authorization: `Bearer ${secret}`,
        cookie: `suoan-routes=a; suoan-files=b; __Secure-suoan-x=c; JSESSIONID=1; copy=${secret}`,
        'x-suoan-identity': 'forged',
        x_suoan_identity: 'forged',
        'x-suoan_identity': 'forged',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-prefix': '/evil',
        x_forwarded_for: '127.0.0.1',
        'x-real-ip': '127.0.0.1',
        forwarded: 'for=127.0.0.1',
        'x-original-url': '/admin',
        'x-rewrite-url': '/admin',
        'x-http-method-override': 'DELETE',
        host: 'evil.example',
      },
      sent,
    )
    expect(headers).toEqual({
      accept: 'text/html',
      cookie: 'JSESSIONID=1',
      via: '1.1 suoan-x',
      'x-suoan-identity': 'signed',
      'x-forwarded-for': '10.1.2.3',
      'x-forwarded-host': 'systems.example.com',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/erp',
    })
  })

  it('has no header of one connection alone, also none that the client names as such, and keeps ours', () => {
    const headers = requestHeaders(
      {
        connection: 'keep-alive, X-Suoan-Identity, x-secret',
        'keep-alive': 'timeout=5',
        'proxy-connection': 'x',
        te: 'trailers',
        trailer: 'x',
        'transfer-encoding': 'chunked',
        upgrade: 'h2c',
        expect: '100-continue',
        'x-secret': '1',
        'content-length': '5',
        'content-type': 'text/plain',
      },
      sent,
    )
    expect(Object.keys(headers).toSorted()).toEqual([
      'via',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-prefix',
      'x-forwarded-proto',
      'x-suoan-identity',
    ])
  })

  it('hears the address that the operator has given, whatever host a client names', () => {
    const headers = requestHeaders({ host: 'evil.example' }, { ...sent, host: 'evil.example' })
    expect(headers).toMatchObject({ 'x-forwarded-host': 'systems.example.com' })
    expect(JSON.stringify(headers)).not.toContain('evil')
  })

  it('calls its own pages’ requests its own', () => {
    const origin = (given: string) => requestHeaders({ origin: given }, sent)['origin']
    expect(origin('https://systems.example.com')).toBe('http://erp:8081')
    expect(origin('https://other.example.com')).toBe('https://other.example.com')
  })

  it('keeps the credential of the caller out of the query', () => {
    expect(withoutSecret(`?a=1&token=${secret}&b=2`, secret)).toBe('?a=1&b=2')
    expect(withoutSecret(`?token=${secret}`, secret)).toBe('')
    expect(withoutSecret('?token=theirs', secret)).toBe('?token=theirs')
  })
})

describe('what comes back', () => {
  it('sets cookies for its own paths on this host alone, and none of ours', () => {
    const cookies = (...given: string[]) => responseHeaders({ 'set-cookie': given }, answer)['set-cookie']
    expect(
      cookies(
        'JSESSIONID=1; Path=/; HttpOnly',
        'a=b; Domain=example.com; Path=/app; SameSite=Lax',
        'suoan-routes=stolen; Path=/',
        'suoan-files=stolen; Path=/jeecg-boot',
        '__Host-x=1; Path=/; Secure',
      ),
    ).toEqual(['JSESSIONID=1; Path=/erp; HttpOnly; Secure', 'a=b; Path=/erp/app; SameSite=Lax; Secure'])
    expect(
      responseHeaders({ 'set-cookie': ['a=b; Path=/other'] }, { ...answer, prefix: '' })['set-cookie'],
    ).toEqual(['a=b; Path=/erp; Secure'])
    expect(
      responseHeaders({ 'set-cookie': ['a=b; Path=/erpx'] }, { ...answer, prefix: '' })['set-cookie'],
    ).toEqual(['a=b; Path=/erp; Secure'])
    expect(
      responseHeaders(
        { 'set-cookie': ['a=b; Path=/erp/x; SameSite=None; Secure'] },
        { ...answer, prefix: '', isSecure: false },
      )['set-cookie'],
    ).toEqual(['a=b; Path=/erp/x'])
  })

  it('may say nothing about other origins, other paths, the connection or the host', () => {
    expect(
      responseHeaders(
        {
          'access-control-allow-origin': '*',
          'access-control-allow-credentials': 'true',
          'service-worker-allowed': '/',
          'clear-site-data': '"*"',
          'strict-transport-security': 'max-age=1',
          'alt-svc': 'h3=":443"',
          'x-frame-options': 'DENY',
          connection: 'close, x-internal',
          'x-internal': '1',
          'transfer-encoding': 'chunked',
          'content-type': 'text/html',
        },
        answer,
      ),
    ).toEqual({
      'content-type': 'text/html',
      'content-security-policy': "frame-ancestors 'self' https://console.example.com",
    })
  })

  it('keeps a policy of its own beside ours', () => {
    expect(
      responseHeaders({ 'content-security-policy': "default-src 'self'" }, answer)['content-security-policy'],
    ).toBe("default-src 'self', frame-ancestors 'self' https://console.example.com")
  })

  it('sends the browser on within itself by our address, and elsewhere as it says', () => {
    const location = (given: string, prefix = '/erp') =>
      responseHeaders({ location: given }, { ...answer, prefix })['location']
    expect(location('/login?x=1')).toBe('/erp/login?x=1')
    expect(location('http://erp:8081/login')).toBe('/erp/login')
    expect(location('next')).toBe('next')
    expect(location('https://sso.example.com/x')).toBe('https://sso.example.com/x')
    expect(location('//evil.example/x')).toBe('//evil.example/x')
    expect(location('/login', '')).toBe('/login')
  })
})
