import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Env } from './test-bucket.ts'

/** A bucket in memory on loopback that takes every signature: for what is asked of a place, not for how it is asked. */
export interface BareBucket extends AsyncDisposable {
  readonly env: S3Env
  /** What lies in it, by its whole key. */
  readonly objects: Map<string, string>
  /** Every call that was no question, in order: `PUT suoan/store.id`. */
  readonly changes: string[]
}

export async function openBareBucket(): Promise<BareBucket> {
  const objects = new Map<string, string>()
  const changes: string[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const key = decodeURIComponent(new URL(request.url ?? '/', 'http://bucket').pathname).replace(
        '/files/',
        '',
      )
      if (request.method === 'PUT') objects.set(key, String(body))
      if (request.method === 'DELETE') objects.delete(key)
      if (request.method !== 'GET') changes.push(`${request.method} ${key}`)
      const found = objects.get(key)
      if (request.method === 'GET' && found === undefined)
        response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<Error><Code>NoSuchKey</Code></Error>')
      else
        response.writeHead(request.method === 'DELETE' ? 204 : 200).end(request.method === 'GET' ? found : '')
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY: 'key',
      S3_SECRET_KEY: 'secret',
      S3_REGION: 'us-east-1',
    },
    objects,
    changes,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((ended) => void server.close(() => ended()))
    },
  }
}
