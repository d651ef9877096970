import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { loadConfig } from '@suoan/platform/config'
import { afterAll, describe, expect, it } from 'vitest'
import { resetDemo } from './reset-demo.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-reset-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const reset = async (env: Record<string, string>) => {
  const said: string[] = []
  return {
    goesOn: await resetDemo(loadConfig({ DATA_DIR: folder, ...env }), 0, (text) => said.push(text)),
    said,
  }
}

describe('--reset-demo', () => {
  it('touches no external database', async () => {
    const { goesOn, said } = await reset({ DATABASE_URL: 'postgres://db.example/suoan' })
    expect([goesOn, said.join()]).toEqual([false, expect.stringContaining('外部数据库')])
  })

  it('an installation that is not there yet is simply made', async () => {
    mkdirSync(path.join(folder, 'backups'), { recursive: true })
    expect(await reset({})).toEqual({ goesOn: true, said: [] })
  })
})
