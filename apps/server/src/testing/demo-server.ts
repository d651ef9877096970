import { loadConfig } from '@suoan/platform/config'
import { createTestDatabase, type TestDatabase } from '@suoan/platform/testing/test-world'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino, type Logger } from 'pino'
import { createServer, type RunningServer } from '../create-server.ts'

/** Passwords of the administrator and of every demo person. */
export const passwords = { admin: 'Admin#2026x', demo: 'Demo#2026x' }

/** A server that listens, with the demo plant and no devices. */
export interface DemoServer extends AsyncDisposable {
  readonly server: RunningServer
  readonly database: TestDatabase
}

/** @param env settings beside those of a demo plant */
export async function openDemoServer(
  env: Readonly<Record<string, string>> = {},
  log: Logger = pino({ level: 'silent' }),
): Promise<DemoServer> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'suoan-demo-'))
  const config = loadConfig({
    ADMIN_PASSWORD: passwords.admin,
    DEMO_PASSWORD: passwords.demo,
    LOGIN_CAPTCHA: 'off',
    DEMO: '1',
    DEMO_WORKS: '0',
    MQTT_PORT: '0',
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ...env,
  })
  const server = await createServer(config, { log })
  return {
    server,
    database,
    async [Symbol.asyncDispose]() {
      await server.stop()
      await database[Symbol.asyncDispose]()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
