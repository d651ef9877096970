import path from 'node:path'
import { statSync } from 'node:fs'
import { backupFile, backupLock } from '@suoan/platform/backup/backup-folder'
import { makeBackup } from '@suoan/platform/backup/make-backup'
import type { Config } from '@suoan/platform/config'
import { backupSource } from '@suoan/platform/backup/backup-source'
import { openInstallation } from './open-installation.ts'

/** `npm run backup [file]`: one backup now, beside a running server or without one. Answers whether it is complete. */
export async function backup(
  config: Config,
  given: string | undefined,
  say: (text: string) => void,
): Promise<boolean> {
  await using installation = await openInstallation(config)
  const lock = backupLock(config)
  const file = given === undefined ? backupFile(config, Date.now(), lock !== null) : path.resolve(given)
  say(installation.isRunning ? '· 服务正在运行，备份与它同时进行' : '· 服务没有运行，直接读取数据')
  if (lock === null)
    say('· 备份没有加密，内含密钥：请像密码一样保管，或设置 BACKUP_PASSWORD、BACKUP_RECIPIENT')
  let told = 0
  const result = await makeBackup(backupSource(config, installation), file, {
    lock,
    progress: ({ step, done, all }) => {
      if (Date.now() - told < 2_000) return
      told = Date.now()
      say(`· ${step === 'rows' ? '数据表' : '文件'} ${done} / ${all}`)
    },
  })
  const megabytes = (statSync(file).size / 2 ** 20).toFixed(1)
  say(`备份完成：${file}`)
  say(`${result.tables} 张表 ${result.rows} 行，${result.files} 个文件，共 ${megabytes} MB`)
  if (result.lost.length === 0) return true
  say(`有 ${result.lost.length} 个已上传的文件在存储里缺失或内容已变，备份里同样没有：`)
  for (const each of result.lost.slice(0, 20)) say(`  ${each}`)
  return false
}
