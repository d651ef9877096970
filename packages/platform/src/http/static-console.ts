import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { pagePolicy as policyFor } from './security-headers.ts'

/**
 * Serves the built console of `folder`: files with a hash in their name for a year, the page itself asked for anew each
 * time, and the page for every address of a screen. Without a built console `/` says so.
 */
export async function mountConsole(
  app: FastifyInstance,
  folder: string,
  {
    apiBase,
    footer,
    signSecret,
    staticUrl,
    ...sites
  }: Pick<
    Config,
    'apiBase' | 'footer' | 'frameOrigins' | 'gatewayRouteUrl' | 'microApps' | 'signSecret' | 'staticUrl'
  >,
): Promise<void> {
  const indexFile = path.join(folder, 'index.html')
  if (!existsSync(indexFile)) {
    app.get(
      '/',
      async (_request, reply) =>
        await reply.code(503).type('text/plain; charset=utf-8').send('网页尚未构建，请用 npm start 启动。\n'),
    )
    return
  }
  const page = withMeta(readFileSync(indexFile, 'utf8'), {
    'api-base': apiBase,
    'sign-secret': signSecret,
    'static-base': staticUrl ?? '',
    ...footer,
  })
  const pagePolicy = policyFor({ staticUrl, ...sites })
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // The page of the login is kept nowhere; the others ask whether they are still current.
    const isLogin = (request.url.split('?')[0] ?? '').startsWith('/user/')
    reply
      .header('cache-control', isLogin ? 'no-store' : 'no-cache')
      .header('etag', etag)
      .header('content-security-policy', pagePolicy)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(page)
  }

  const served = {
    index: false,
    preCompressed: true,
    dotfiles: 'ignore',
    // What stands beside a file for its delivery or for whoever looks for a fault in it is no file of its own.
    allowedPath: (file) => !/\.(?:br|gz|map)$/.test(file),
  } satisfies FastifyStaticOptions
  const assets = path.join(folder, 'assets')
  if (existsSync(assets))
    // One route for hundreds of files: a route for each cost every start a tenth of its time.
    await app.register(fastifyStatic, {
      ...served,
      root: assets,
      prefix: '/assets/',
      setHeaders: (reply) => {
        reply.header('content-security-policy', pagePolicy)
        reply.header('cache-control', 'public, max-age=31536000, immutable')
      },
    })
  await app.register(fastifyStatic, {
    ...served,
    root: folder,
    wildcard: false,
    decorateReply: false,
    globIgnore: ['assets/**', 'index.html', '*.br', '*.gz', '*.map'],
    setHeaders: (reply) => {
      reply.header('content-security-policy', pagePolicy)
      reply.header('cache-control', 'no-cache')
    },
  })
  app.get('/', async (request, reply) => sendPage(request, reply))
  app.setNotFoundHandler((request, reply) => {
    if (isScreen(request, apiBase)) return sendPage(request, reply)
    return reply.code(404).type('text/plain; charset=utf-8').send('404 没有这个地址\n')
  })
}

/** Fills in what the page must know before it asks anything: its `meta` elements of these names. */
function withMeta(page: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce(
    (text, [name, value]) =>
      text.replace(
        new RegExp(`(<meta name="${name}" content=")[^"]*"`),
        (_, head: string) => `${head}${escaped(value)}"`,
      ),
    page,
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/**
 * Oddly spelled addresses of the API (`//`, `;`, encoded slashes, case) must stay a 404, never become a page. Menu paths
 * may hold letters of any script, which a browser sends as UTF-8 in escapes: only such escapes, and only letters.
 */
function isScreen(request: FastifyRequest, apiBase: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (!(request.headers.accept ?? '').includes('text/html')) return false
  const address = request.url.split('?')[0] ?? ''
  return (
    /^(\/(?:[A-Za-z0-9_-]|%[89A-Fa-f][0-9A-Fa-f])+)+\/?$/.test(address) &&
    isLetters(address) &&
    !`${address.toLowerCase()}/`.startsWith(`${apiBase.toLowerCase()}/`)
  )
}

function isLetters(address: string): boolean {
  try {
    return /^[\p{L}\p{M}\p{N}_/-]+$/u.test(decodeURIComponent(address))
  } catch (error) {
    // Escapes that are no UTF-8.
    if (error instanceof URIError) return false
    throw error
  }
}
