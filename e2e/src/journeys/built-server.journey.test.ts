import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { signIn } from '../support/api-client.ts'
import { Cleanups } from '../support/cleanups.ts'
import { freePort } from '../support/free-port.ts'
import { startOurServer } from '../support/server-process.ts'

// `npm run test:all` names the Node versions that operators may have.
const others = (process.env['OTHER_NODES'] ?? '').split(path.delimiter).filter(Boolean)
const nodes = [process.execPath, ...others].map((node) => {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  return [version, node] as const
})

const cleanups = new Cleanups()
afterEach(() => cleanups.end())

it.each(nodes)(
  'Node %s starts dist/server.js on an empty data folder, answers, stops and finds its data again',
  async (_version, node) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'suoan-built-'))
    cleanups.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const start = async () => {
      const env = {
        DATA_DIR: folder,
        MQTT_PORT: String(await freePort()),
        DEMO: '1',
        DEMO_WORKS: '0',
        DEMO_PASSWORD: 'Built-plant-2026!',
        ADMIN_PASSWORD: 'Built-plant-2026!',
      }
      const running = await startOurServer(await freePort(), env, [], node)
      cleanups.add(() => running.stop())
      // After the first answer the devices of the demo plant come alive.
      await expect.poll(running.output).toContain('ready')
      return running
    }
    const first = await start()
    expect(await (await fetch(first.url)).text()).toContain('<div id="root">')
    const admin = await signIn(first.url, 'admin', 'Built-plant-2026!')
    const row = { code: 'P01', name: '值班长', postRank: '1' }
    expect(await admin.send('POST', '/sys/position/add', row)).toMatchObject({ success: true })
    await first.stop()

    const second = await start()
    const again = await signIn(second.url, 'admin', 'Built-plant-2026!')
    const listed = await again.get<{ records: readonly object[] }>('/sys/position/list')
    expect(listed.result.records).toMatchObject([row])
    await second.stop()
  },
)
