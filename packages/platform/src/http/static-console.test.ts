import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secureAnswers } from './security-headers.ts'
import { mountConsole } from './static-console.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-console-'))
const app = fastify()

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(
    path.join(folder, 'index.html'),
    '<meta name="api-base" content="/jeecg-boot" /><meta name="copyright" content="" /><meta name="icp" content="" /><div id="root">',
  )
  writeFileSync(path.join(folder, 'assets', 'app-1a2b.js'), 'let a = 1')
  writeFileSync(path.join(folder, 'assets', 'app-1a2b.js.br'), 'packed')
  writeFileSync(path.join(folder, 'assets', 'app-1a2b.js.map'), 'source of our own')
  writeFileSync(path.join(folder, 'assets', '.hidden'), 'secret')
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(path.join(folder, 'favicon.svg.br'), 'packed')
  secureAnswers(app)
  app.get('/api/x/sys/user/list', async () => 'secret')
  const footer = { copyright: '甲"><b>', icp: '京ICP备1号', police: '' }
  await mountConsole(app, folder, {
    apiBase: '/api/x',
    footer,
    frameOrigins: ['https://docs.example.com'],
    gatewayRouteUrl: undefined,
    microApps: [],
    staticUrl: undefined,
    signSecret: 'S1',
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const html = { accept: 'text/html,*/*' }

describe('the page', () => {
  test.each([
    '/',
    '/%E6%8A%A5%E8%A1%A8/%E6%80%BB%E8%A7%88',
    '/system/user',
    '/work-tickets/12?tab=2',
    '/api/xylophone',
  ])('is served for %s', async (url) => {
    const answer = await app.inject({ url, headers: html })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('id="root"')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
    expect(answer.headers['content-security-policy']).toContain("frame-src 'self' https://docs.example.com")
  })

  test('knows the path of the API and what stands in the footer, as text', async () => {
    const { body } = await app.inject({ url: '/', headers: html })
    expect(body).toContain('content="/api/x"')
    expect(body).toContain('<meta name="icp" content="京ICP备1号"')
    expect(body).toContain('<meta name="copyright" content="甲&quot;>&lt;b>"')
  })

  test('is not sent again when it has not changed', async () => {
    const first = await app.inject({ url: '/', headers: html })
    const again = await app.inject({
      url: '/',
      headers: { ...html, 'if-none-match': String(first.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  test.each([
    '/api/x',
    '/api/x/sys/nothing',
    '/API/X/sys/user/list',
    '//api/x/sys/user/list',
    '/api//x/sys/user/list',
    '/api/x/sys/user/list/',
    '/api/x/sys/user/list;.js',
    '/api/x;/sys/user/list',
    '/api%2fx/sys/user/list',
    '/%E2%80%AE/x',
    '/%EF%BC%8Fapi',
    '/api/x/./sys/user/list.js',
    '/missing.js',
    '/assets/missing-1a2b.js',
    '/../package.json',
    '/%2e%2e/package.json',
    '/index.html.map',
    '/favicon.svg.br',
    '/assets/app-1a2b.js/',
    '/assets/app-1a2b.js.br',
    '/assets/app-1a2b.js.map',
    '/assets/.hidden',
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
  ])('is not served for %s (V8)', async (url) => {
    const answer = await app.inject({ url, headers: html })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('secret')
  })

  test.each(['/assets/', '/assets//app-1a2b.js', '/assets/%00', '/assets/%5c..%5cindex.html'])(
    'is not served for %s, nor is a file',
    async (url) => {
      const answer = await app.inject({ url, headers: html })
      expect([403, 404]).toContain(answer.statusCode)
      expect(answer.body).not.toContain('let a')
      expect(answer.body).not.toContain('id="root"')
    },
  )

  test('is not served to a program', async () => {
    expect(
      (await app.inject({ url: '/system/user', headers: { accept: 'application/json' } })).statusCode,
    ).toBe(404)
  })
})

describe('a file', () => {
  test('with a hash in its name is kept for a year, packed when the browser can unpack it', async () => {
    const answer = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } })
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('without one is asked for anew', async () => {
    expect((await app.inject({ url: '/favicon.svg' })).headers['cache-control']).toBe('no-cache')
  })
})
