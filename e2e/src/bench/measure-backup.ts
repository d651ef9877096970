import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { serverEnvironment } from '../../../scripts/server-environment.mjs'
import type { Cleanups } from '../support/cleanups.ts'
import { openExternal } from '../support/database.ts'
import { root, say } from '../support/root.ts'
import type { BenchWorld } from './bench-world.ts'
import { volume } from './load-rows.ts'
import { memoryMb } from './process-cpu.ts'

export const backupHeader = ['项', '步骤', 's', 'MB', '最高内存 MB', '目标']

/** One operation of the built server, with the seconds at which it said each line. */
interface Ran {
  readonly seconds: number
  readonly said: readonly { readonly at: number; readonly text: string }[]
  readonly peakMb: number
}

/**
 * `npm run backup`, `verify` and `restore` of the world with its 1,000,000 rows of the lock log, beside the running server,
 * into an empty database of the same cluster. The rows are made up, so their chains do not hold: the restore walks them all
 * and goes on by `--anyway`.
 */
export async function measureBackup(world: BenchWorld, cleanups: Cleanups): Promise<string[][]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-bench-backup-'))
  cleanups.add(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'backup.tar.gz')
  const own = { DATABASE_URL: world.database.url, DATA_DIR: world.dataDir }
  const backup = await run(['--backup', file], own)
  const megabytes = statSync(file).size / 2 ** 20
  const verify = await run(['--verify', file], own)
  const empty = await openExternal(world.database.url, cleanups)
  const dataDir = path.join(folder, 'restored')
  mkdirSync(dataDir)
  const restored = await run(['--restore', file, '--yes', '--anyway'], {
    DATABASE_URL: empty.url,
    DATA_DIR: dataDir,
  })
  const rows = `${volume.logs.toLocaleString('en')} 行日志、${volume.users.toLocaleString('en')} 个用户`
  const line = (step: string, ran: Ran, mb: string, goal: string): string[] => [
    'BACKUP',
    step,
    ran.seconds.toFixed(1),
    mb,
    String(ran.peakMb),
    goal,
  ]
  return [
    line(`备份（服务运行中）：${rows}`, backup, megabytes.toFixed(1), '—'),
    line('校验：从头读到尾', verify, megabytes.toFixed(1), '—'),
    line(`恢复到空库：${stepsOf(restored)}`, restored, megabytes.toFixed(1), '—'),
  ]
}

/** How long each announced step took. */
function stepsOf({ said, seconds }: Ran): string {
  const steps = said.filter(({ text }) => /^· (检查|装入数据|升级|核验)/.test(text))
  return steps
    .map(({ at, text }, index) => {
      const next = steps[index + 1]?.at ?? seconds
      return `${text.replaceAll(/[·… ]|\/\S+/g, '')} ${(next - at).toFixed(1)} s`
    })
    .join('，')
}

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const begun = performance.now()
  const child = spawn(process.execPath, ['dist/server.js', ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '/',
      ...serverEnvironment,
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: { at: number; text: string }[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (text) => void said.push({ at: (performance.now() - begun) / 1000, text }))
  let peakMb = 0
  const look = setInterval(() => {
    try {
      if (child.pid !== undefined) peakMb = Math.max(peakMb, memoryMb(child.pid).peak)
    } catch (error) {
      // It may have ended since.
      if (!(error instanceof Error)) throw error
    }
  }, 500)
  const code = await new Promise<number | null>((ended) => child.once('exit', ended))
  clearInterval(look)
  const seconds = (performance.now() - begun) / 1000
  say(
    `· ${args[0]}：${seconds.toFixed(1)} s${code === 0 ? '' : `，退出码 ${code}：${said.at(-1)?.text ?? ''}`}`,
  )
  return { seconds, said, peakMb }
}
