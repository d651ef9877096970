import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LoginAnswer } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { readServiceResponse } from './cas.ts'

const SERVICE = 'https://suoan.example/user/login?way=cas'
const page = (inner: string) =>
  `<cas:serviceResponse xmlns:cas='http://www.yale.edu/tp/cas'>${inner}</cas:serviceResponse>`
const success = (user: string) =>
  page(
    `<cas:authenticationSuccess><cas:user>${user}</cas:user><cas:attributes><cas:mail>a@b</cas:mail></cas:attributes></cas:authenticationSuccess>`,
  )

/** A small CAS server: tickets by name, each good once and for one service only. */
const tickets = new Map<string, string>()
const asked: string[] = []
let odd: { status: number; text: string; location?: string } | undefined
let cas: Server
let elsewhere: Server
let world: SessionWorld
let wasElsewhere = false

const portOf = (server: Server) => (server.address() as AddressInfo).port

beforeAll(async () => {
  cas = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://here')
    asked.push(url.pathname)
    if (odd) {
      response
        .writeHead(odd.status, odd.location === undefined ? {} : { location: odd.location })
        .end(odd.text)
      return
    }
    const user = tickets.get(url.searchParams.get('ticket') ?? '')
    tickets.delete(url.searchParams.get('ticket') ?? '')
    const isGood = user !== undefined && url.searchParams.get('service') === SERVICE
    response.end(
      isGood
        ? success(user)
        : page(`<cas:authenticationFailure code="INVALID_TICKET">not recognized</cas:authenticationFailure>`),
    )
  })
  elsewhere = createServer((_request, response) => {
    wasElsewhere = true
    response.end(success('anna'))
  })
  await new Promise<void>((ready) => cas.listen(0, '127.0.0.1', ready))
  await new Promise<void>((ready) => elsewhere.listen(0, '127.0.0.1', ready))
  world = await createSessionWorld({
    PUBLIC_URL: 'https://suoan.example/',
    CAS_URL: `http://127.0.0.1:${portOf(cas)}/cas/`,
  })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  cas.close()
  elsewhere.close()
})

const validate = (more: object) => world.post<LoginAnswer>('/sys/cas/client/validateLogin', more)

describe('single sign-on by CAS 3.0', () => {
  it('opens a session for the user of the ticket', async () => {
    tickets.set('ST-1', 'anna')
    const entered = await validate({ ticket: 'ST-1', service: SERVICE })
    expect(entered).toMatchObject({
      success: true,
      code: 200,
      message: '登录成功',
      result: { userInfo: { username: 'anna' }, multi_depart: 2 },
    })
    expect(asked.at(-1)).toBe('/cas/p3/serviceValidate')
    expect((await world.get(entered.result.token, '/sys/user/getUserInfo')).success).toBe(true)
    expect((await validate({ ticket: 'ST-1', service: SERVICE })).success).toBe(false)
  })
  it('answers the older client’s GET', async () => {
    tickets.set('ST-2', 'anna')
    expect(
      await world.call(
        'GET',
        `/sys/cas/client/validateLogin?ticket=ST-2&service=${encodeURIComponent(SERVICE)}`,
      ),
    ).toMatchObject({ success: true })
  })
  it('asks only the configured server, whatever service the request names (V19)', async () => {
    tickets.set('ST-3', 'anna')
    const before = asked.length
    const service = `http://127.0.0.1:${portOf(elsewhere)}/`
    expect(await validate({ ticket: 'ST-3', service })).toMatchObject({
      success: false,
      message: '单点登录的服务地址不是本系统，请从登录页重新进入',
    })
    expect(asked).toHaveLength(before)
    expect(wasElsewhere).toBe(false)
  })
  it('does not follow the server elsewhere', async () => {
    odd = { status: 302, text: '', location: `http://127.0.0.1:${portOf(elsewhere)}/` }
    expect((await validate({ ticket: 'ST-4' })).message).toBe(
      '单点登录服务暂时不可用，请稍后重试或用账号密码登录',
    )
    expect(wasElsewhere).toBe(false)
    odd = undefined
  })
  it('cannot be told more by a ticket that holds more than a ticket', async () => {
    tickets.set('ST-5', 'anna')
    expect((await validate({ ticket: 'ST-5&service=https://evil.example' })).success).toBe(false)
    expect((await validate({ ticket: 'ST 5\n' })).success).toBe(false)
    expect((await validate({ ticket: '' })).success).toBe(false)
  })
  it('of a person unknown here names what to do', async () => {
    tickets.set('ST-6', 'stranger')
    expect((await validate({ ticket: 'ST-6' })).message).toBe('您的账号还没有在本系统开通，请联系管理员')
  })
  it.each([
    ['no XML', 'hello'],
    ['half of it', page('<cas:authenticationSuccess><cas:user>anna')],
    ['a document type', `<!DOCTYPE r [<!ENTITY u "anna">]>${success('&u;')}`],
    ['no user', page('<cas:authenticationSuccess></cas:authenticationSuccess>')],
    ['a page of errors', '<html><body>500</body></html>'],
  ])('is refused when the server answers %s', async (_what, text) => {
    odd = { status: 200, text }
    expect((await validate({ ticket: 'ST-7' })).success).toBe(false)
    odd = undefined
  })
  it('is not on offer without its server', async () => {
    await using plain = await createSessionWorld()
    expect(await plain.post('/sys/cas/client/validateLogin', { ticket: 'ST-1' })).toMatchObject({ http: 404 })
    expect(await plain.call('GET', '/sys/login/ways')).toMatchObject({ result: { cas: null, third: [] } })
  })
})

describe('a service response', () => {
  it('is read whatever its prefix', async () => {
    expect(
      await readServiceResponse(
        '<serviceResponse><authenticationSuccess><user>007</user></authenticationSuccess></serviceResponse>',
      ),
    ).toEqual({ name: '007' })
  })
  it('with a comment inside the name is not cut at it', async () => {
    expect(await readServiceResponse(success('anna<!-- x -->evil'))).toEqual({ name: 'annaevil' })
  })
})
