import type { Config } from '@suoan/platform/config'
import { openDatabase } from '@suoan/platform/db/open'
import { prepareSchema } from '@suoan/platform/db/prepare-schema'
import { moveFiles } from '@suoan/platform/files/store/move-store'
import { createLog } from '@suoan/platform/log'
import { evidenceTables } from '@suoan/safety/migrations'
import { migrations } from './migrations.ts'

/** How many of the files that are lost are named. */
const NAMED = 20

/**
 * Copies every stored file to where it is looked for from the next start on (`moveFiles`), and says what it did. Gives
 * whether some were not at the old place.
 */
export async function carryFiles(
  config: Config,
  to: 's3' | 'disk',
  say: (text: string) => void,
): Promise<boolean> {
  const log = createLog('error')
  await using database = await openDatabase(config, log)
  await prepareSchema(database, migrations, evidenceTables, log)
  const { copied, there, lost } = await moveFiles(database.db, config, to, (text) => say(`· ${text}`))
  say(
    `复制了 ${copied} 个文件，原已在新位置的 ${there} 个。${to === 's3' ? '现在可以带着 S3_ 设置启动' : '现在请去掉 S3_ 设置再启动'}；原位置的文件没有删除。`,
  )
  if (lost.length === 0) return false
  say(`有 ${lost.length} 个文件在原位置已缺失或内容已变，没有复制：`)
  for (const path of lost.slice(0, NAMED)) say(`  ${path}`)
  return true
}
