import { defineEndpoint, position } from '@suoan/contract'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mountResource } from '../resource/index.ts'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { UndeclaredRouteError } from './access.ts'
import { mountApi } from './mount-api.ts'
import type { Feature } from './route.ts'

const echo = defineEndpoint<unknown>()({
  title: '回声',
  methods: ['POST'],
  path: '/test/echo/:word',
  access: 'signedIn',
  input: z.object({ word: z.string().max(5), count: z.number().int() }),
})
const broken = defineEndpoint<null>()({
  title: '故障',
  methods: ['GET'],
  path: '/test/broken',
  access: 'public',
  input: z.object({}),
})
const away = defineEndpoint<null>()({
  title: '数据库断开',
  methods: ['GET'],
  path: '/test/away',
  access: 'public',
  input: z.object({}),
})
const probes: Feature = (mount) => {
  const { bind } = mount
  mountResource(mount, position)
  bind(echo, async ({ input }) => input)
  bind(away, async () => {
    throw Object.assign(new Error('terminating connection'), { code: '57P01' })
  })
  bind(broken, async () => {
    throw new Error('relation "sys_secret" does not exist at /srv/app.ts')
  })
}

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [{ name: 'probes', mount: probes }],
  })
})
afterAll(() => world[Symbol.asyncDispose]())

describe('the way of a request', () => {
  it('never answers 200 to another spelling of a protected path (V8)', async () => {
    const spellings = [
      '/sys/position/list/',
      '/sys/position/list;x=1',
      '/sys/position/list;.js',
      '/sys/position/list.js',
      '/sys/position/list.html',
      '//sys/position/list',
      '/sys//position/list',
      '/sys/./position/list',
      '/sys/x/../position/list',
      '/sys/position%2Flist',
      '/sys%2fposition/list',
      '/SYS/position/list',
      '/sys/Position/List',
      '/sys/position/list%00',
      '/sys/position/list%20',
      '/sys/common/static/../../position/list',
      '/sys/position/list\\',
    ]
    for (const path of spellings) {
      const answer = await world.anonymous.raw('GET', path)
      expect([path, [401, 404, 500].includes(answer.statusCode)]).toEqual([path, true])
      expect([path, answer.body.includes('records')]).toEqual([path, false])
    }
  })

  it('refuses a body that nests deeper than any call does', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const body = `{"word":"a","count":1,"more":${open.repeat(50_000)}1${close.repeat(50_000)}}`
      const headers = { 'content-type': 'application/json' }
      const answer = await world.as().raw('POST', '/test/echo/abc', { body, headers })
      expect(answer.json()).toMatchObject({ success: false, message: '请求内容嵌套过深' })
    }
  })

  it('answers an unknown path with 404 and a wrong method with 405, in the envelope', async () => {
    const unknown = await world.anonymous.raw('GET', '/sys/nothing')
    expect([unknown.statusCode, unknown.json()]).toMatchObject([
      404,
      { success: false, code: 404, message: '路径不存在，请检查路径是否正确' },
    ])
    const method = await world.as().raw('PUT', '/sys/position/list')
    expect(method.json()).toMatchObject({
      success: false,
      code: 405,
      message: '不支持PUT请求方法，支持以下GET',
    })
  })

  it('answers a missing token as the specification says, before it reads the body', async () => {
    const answer = await world.anonymous.raw('POST', '/test/echo/hi', {
      body: '{broken',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({
      status: 500,
      message: 'Token失效，请重新登录',
      path: '/jeecg-boot/test/echo/hi',
    })
  })

  it('checks input in Chinese, by the name of the parameter', async () => {
    const me = world.as()
    expect(await me.post('/test/echo/hello', { count: 3 })).toMatchObject({
      success: true,
      result: { word: 'hello', count: 3 },
    })
    const refused = await me.post('/test/echo/hello', { count: 'x' })
    expect(refused).toMatchObject({
      success: false,
      code: 500,
      message: '参数“count”：应为数字，请检查后重新填写',
    })
    const json = await me.raw('POST', '/test/echo/hi', {
      body: '{broken',
      headers: { 'content-type': 'application/json' },
    })
    expect(json.json()).toMatchObject({ success: false, message: '请求内容不是有效的 JSON' })
    const proto = await me.raw('POST', '/test/echo/hi', {
      body: '{"__proto__":{"count":1}}',
      headers: { 'content-type': 'application/json' },
    })
    expect(proto.json()).toMatchObject({ success: false })
  })

  it('says nothing of the inside when something breaks', async () => {
    const answer = await world.anonymous.raw('GET', '/test/broken')
    expect(answer.statusCode).toBe(200)
    expect(answer.json().message).toMatch(/^操作失败，服务器内部错误，请联系管理员（编号 \d{19}）$/)
  })

  it('answers a pre-flight without a token, and gives credentials to no foreign site (4-api.md §1.8)', async () => {
    const ask = (origin: string) =>
      world.anonymous.raw('OPTIONS', '/sys/position/add', {
        headers: {
          origin,
          host: 'plant.example',
          'access-control-request-headers': 'x-access-token,tenant-id',
        },
      })
    const own = await ask('http://plant.example')
    expect(own.statusCode).toBe(200)
    expect(own.headers).toMatchObject({
      'access-control-allow-origin': 'http://plant.example',
      'access-control-allow-headers': 'x-access-token,tenant-id',
      'access-control-allow-credentials': 'true',
    })
    const foreign = await ask('https://evil.example')
    expect(foreign.headers).toMatchObject({
      'access-control-allow-origin': 'https://evil.example',
      vary: 'origin',
    })
    expect(foreign.headers).not.toHaveProperty('access-control-allow-credentials')
    const nobody = await ask('null')
    expect(nobody.headers).not.toHaveProperty('access-control-allow-origin')
    expect(nobody.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('says that the database is away by the status, and when to come back', async () => {
    const answer = await world.anonymous.raw('GET', '/test/away')
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '5', 503])
  })

  it('does not start with a route that declares no access (V10)', async () => {
    const app = fastify()
    const undeclared: Feature = ({ app: api }) => void api.get('/open', async () => 'oops')
    const start = async (): Promise<void> => {
      await mountApi(app, world.ctx, {
        authenticate: async () => {
          throw new Error('never asked')
        },
        features: [{ name: 'undeclared', mount: undeclared }],
      })
      await app.ready()
    }
    await expect(start()).rejects.toThrow(UndeclaredRouteError)
  })
})
