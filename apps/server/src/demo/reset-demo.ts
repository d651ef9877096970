import { existsSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { Config } from '@suoan/platform/config'
import { openInstallation } from '../operations/open-installation.ts'

/** Backups stay where they are: they are what somebody may still want. */
const kept: readonly string[] = ['backups']

/**
 * `npm start -- --reset-demo`: puts the data of a demo plant aside, so that the start makes it anew. Nothing is deleted, and
 * what is no demo is not touched: another database than the embedded one, one that a server has open, one without the demo
 * works, one in which a device stands that is not the demo's. Returns whether the start may go on.
 */
export async function resetDemo(config: Config, now: number, say: (text: string) => void): Promise<boolean> {
  const refuse = (text: string): boolean => {
    say(`没有重置演示工厂：${text}`)
    return false
  }
  if (config.databaseUrl !== undefined)
    return refuse('使用外部数据库（DATABASE_URL）时不能重置，请由数据库管理员另建一个空库。')
  if (!existsSync(path.join(config.dataDir, 'postgres', 'cluster'))) return true
  const gap = await whyNotADemo(config)
  if (gap !== null) return refuse(gap)
  const aside = path.join(config.dataDir, `before-reset-${shanghaiTime(now).replaceAll(/[^0-9]/g, '')}`)
  await mkdir(aside)
  for (const name of await readdir(config.dataDir))
    if (!kept.includes(name) && !name.startsWith('before-reset-'))
      await rename(path.join(config.dataDir, name), path.join(aside, name))
  say(`原来的演示数据已移到 ${aside}，不再需要时可以删除。`)
  return true
}

/** Why the data is not to be put aside, in Chinese; null when it is a demo plant's and nobody uses it. */
async function whyNotADemo(config: Config): Promise<string | null> {
  await using installation = await openInstallation(config)
  if (installation.isRunning) return '服务端正在运行，请先停止它。'
  const { rows } = await installation.pool.query<{ hasTable: boolean }>(
    `select to_regclass('demo_plant') is not null as "hasTable"`,
  )
  if (rows[0]?.hasTable !== true) return '这里的数据不是演示工厂。'
  const { rows: found } = await installation.pool.query<{ isDemo: boolean; others: number }>(
    `select exists (select from demo_plant) as "isDemo",
      (select count(*)::int from lo_device where del_flag = 0 and id not like 'demo-dev-%') as others`,
  )
  const [row] = found
  if (row?.isDemo !== true) return '这里的数据不是演示工厂。'
  return row.others === 0 ? null : `这里登记了 ${row.others} 台不属于演示工厂的设备，可能已在实际使用。`
}
