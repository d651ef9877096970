import type { BackupTask } from '@suoan/contract'
import path from 'node:path'
import { BackupError } from '@suoan/platform/backup/archive'
import {
  backupFile,
  backupKeys,
  type BackupKind,
  backupLock,
  pruneBackups,
} from '@suoan/platform/backup/backup-folder'
import { backupSource } from '@suoan/platform/backup/backup-source'
import { checkBackup } from '@suoan/platform/backup/check-backup'
import { makeBackup } from '@suoan/platform/backup/make-backup'
import type { Context } from '@suoan/platform/context'
import { shanghaiTime } from '@suoan/kit/shanghai'

/** Tells who asks what is done with backups, and lets one thing be done at a time. */
export interface BackupTasks {
  current(): BackupTask | null
  /** Begins a backup; null when something is under way. `settled` ends when it has ended, however. */
  make(kind: BackupKind): { readonly name: string; readonly settled: Promise<BackupTask> } | null
  /** Begins to read a backup from end to end; false when something is under way. */
  check(file: string): boolean
  /** Ends what is under way; false when nothing is. */
  cancel(): boolean
  stop(): Promise<void>
}

/** One per server: the folder and the disk are shared by all who ask. */
export function createBackupTasks(ctx: Context): BackupTasks {
  let task: BackupTask | null = null
  let ending: AbortController | null = null
  let settled: Promise<unknown> = Promise.resolve()

  const begin = (
    what: BackupTask['what'],
    name: string,
    work: (signal: AbortSignal, progress: (done: number, all: number) => void) => Promise<string>,
  ): Promise<BackupTask> => {
    const ended = new AbortController()
    ending = ended
    task = { what, name, status: 'running', done: 0, all: 0, text: '' }
    const set = (changes: Partial<BackupTask>): BackupTask => (task = { ...(task as BackupTask), ...changes })
    const run = (async (): Promise<BackupTask> => {
      try {
        const text = await work(ended.signal, (done, all) => void set({ done, all }))
        return set({ status: 'done', text })
      } catch (error) {
        if (ended.signal.aborted) return set({ status: 'cancelled', text: '已取消，没有留下文件' })
        if (error instanceof BackupError) return set({ status: 'failed', text: error.message })
        ctx.log.error({ err: error }, 'a backup failed')
        return set({
          status: 'failed',
          text: '备份时发生内部错误，没有留下文件；请查看服务日志，或再试一次。',
        })
      } finally {
        ending = null
      }
    })()
    settled = run
    return run
  }

  return {
    current: () => task,
    make(kind) {
      if (ending !== null) return null
      const lock = backupLock(ctx.config)
      const file = backupFile(ctx.config, ctx.clock.now(), lock !== null, kind)
      const name = path.basename(file)
      const run = begin('make', name, async (signal, progress) => {
        const source = backupSource(ctx.config, { pool: ctx.exportPool, blobs: ctx.blobs })
        const made = await makeBackup(source, file, {
          lock,
          signal,
          progress: ({ done, all }) => progress(done, all),
        })
        if (kind === 'scheduled') await pruneBackups(ctx.config)
        const text = `${made.tables} 张表 ${made.rows} 行，${made.files} 个文件`
        return made.lost.length === 0
          ? text
          : `${text}；有 ${made.lost.length} 个已上传的文件在存储里缺失或内容已变，例如 ${made.lost[0]}`
      })
      return { name, settled: run }
    },
    check(file) {
      if (ending !== null) return false
      void begin('check', path.basename(file), async (signal) => {
        const { header, footer } = await checkBackup(file, await backupKeys(ctx.config), signal)
        const rows = footer.tables.reduce((sum, table) => sum + table.rows, 0)
        return `完整：${shanghaiTime(Date.parse(header.madeAt))} 的状态（锁安 ${header.appVersion}，结构 ${header.migrations.at(-1)}），${footer.tables.length} 张表 ${rows} 行，${footer.files.count} 个文件`
      })
      return true
    },
    cancel() {
      ending?.abort(new Error('cancelled'))
      return ending !== null
    },
    async stop() {
      ending?.abort(new Error('the server stops'))
      await settled
    },
  }
}
