import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadConfig } from '@suoan/platform/config'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portFindings } from './machine.ts'

describe('a port in use, with an external database', () => {
  let answer = {}
  const server = createServer((_, reply) => void reply.end(JSON.stringify(answer)))
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => server.close())

  const texts = async (): Promise<string[]> => {
    const { port } = server.address() as AddressInfo
    const config = loadConfig({
      DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
      PORT: String(port),
      MQTT_PORT: '0',
    })
    return (await portFindings(config)).map(
      ({ state, text }) => `${state} ${text.replace(String(port), 'N')}`,
    )
  }

  it('is no fault when it is our own server that answers there', async () => {
    answer = { status: 'ok', draining: false, database: 'ok' }
    expect(await texts()).toEqual(['ok PORT N 正由锁安使用'])
  })

  it('is told when somebody else does', async () => {
    answer = { hello: 'world' }
    expect(await texts()).toEqual(['warning PORT N 已被占用'])
  })
})
