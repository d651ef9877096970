import { backupEndpoints as calls, type BackupRow } from '@suoan/contract'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { z } from 'zod'
import { BackupError } from '@suoan/platform/backup/archive'
import { findBackup, listBackups } from '@suoan/platform/backup/backup-folder'
import { freeBytes } from '@suoan/platform/backup/make-backup'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { originOf, recordAudit } from '@suoan/platform/resource'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { type BackupTasks, createBackupTasks } from './backup-tasks.ts'
import { tellOutcome } from './tell-outcome.ts'

const busy = () => fail('REFUSED', { detail: '正在备份或校验，请等它结束，或先取消' })

/** 备份与恢复: backups of the whole installation, made, checked, downloaded and removed; each noted in the log. */
export const backups: Feature = ({ app, ctx, bind }) => {
  const tasks = createBackupTasks(ctx)
  let telling: Promise<void> = Promise.resolve()
  declareBackup(ctx, tasks)
  app.addHook('onClose', async () => {
    await tasks.stop()
    await telling
  })
  const note = (
    call: { actor: Actor; request: Parameters<typeof originOf>[0] },
    operateType: number,
    content: string,
  ) =>
    recordAudit(ctx.pool, {
      actor: call.actor,
      content,
      operateType,
      origin: originOf(call.request),
      now: ctx.clock.now(),
    })

  bind(calls.list, async () => ({
    backups: (await listBackups(ctx.config)).map((file): BackupRow => ({
      name: file.name,
      kind: file.kind,
      bytes: file.size,
      time: shanghaiTime(file.at),
      isEncrypted: file.isEncrypted,
    })),
    folder: ctx.config.backupDir,
    freeBytes: await freeBytes(ctx.config.backupDir),
    encryptedBy: encryptedBy(ctx),
    keep: ctx.config.backupKeep,
    task: tasks.current(),
  }))
  bind(calls.make, async (call) => {
    const begun = tasks.make('manual')
    if (begun === null) throw busy()
    telling = begun.settled.then((task) => tellOutcome(ctx, task))
    await note(call, 2, `备份：开始 ${begun.name}`)
    return answered(null, '已开始备份，完成后会出现在列表里')
  })
  bind(calls.check, async (call) => {
    if (!tasks.check(await mustFind(ctx, call.input.name))) throw busy()
    await note(call, 1, `备份：校验 ${call.input.name}`)
    return answered(null, '已开始校验')
  })
  bind(calls.cancel, async () => {
    if (!tasks.cancel()) throw fail('REFUSED', { detail: '现在没有正在进行的备份或校验' })
    return answered(null, '正在取消')
  })
  bind(calls.remove, async (call) => {
    const { name } = call.input
    const file = await mustFind(ctx, name)
    const task = tasks.current()
    if (task?.status === 'running' && task.name === name) throw busy()
    await note(call, 4, `备份：删除 ${name}`)
    await rm(file)
    return answered(null, '备份已删除')
  })
  bind(calls.download, async (call) => {
    const { name } = call.input
    const file = await mustFind(ctx, name)
    if (!name.endsWith('.age'))
      throw fail('REFUSED', {
        detail:
          '这份备份没有加密，内含密钥，不能经网络下载。请设置 BACKUP_PASSWORD 或 BACKUP_RECIPIENT 后重新备份，或在服务器上复制文件',
      })
    await note(call, 6, `备份：下载 ${name}`)
    await call.reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', (await stat(file)).size)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(createReadStream(file))
    return null
  })
}

/** 备份, every night: what an administrator would have to remember otherwise. */
function declareBackup(ctx: Context, tasks: BackupTasks): void {
  ctx.jobs.declare({
    name: 'jobs.Backup',
    title: '备份',
    description:
      '把全部数据、上传的文件和密钥备份到 BACKUP_DIR，并删除超出 BACKUP_KEEP 份的最早的定时备份；手工备份和升级前的备份不会删除。',
    parameters: z.object({}),
    timeoutSeconds: 6 * 3600,
    minIntervalSeconds: 3600,
    schedule: { cron: '0 0 2 * * ? *' },
    run: async ({ signal, say }) => {
      const begun = tasks.make('scheduled')
      if (begun === null) throw new BackupError('正在进行手工备份或校验，这一次没有备份')
      const giveUp = (): void => void tasks.cancel()
      signal.addEventListener('abort', giveUp)
      try {
        const task = await begun.settled
        if (task.status !== 'done') throw new BackupError(task.text)
        say(`${begun.name}：${task.text}`)
        return `已备份到 ${begun.name}`
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
    },
  })
}

function encryptedBy({ config }: Context): 'password' | 'publicKey' | null {
  if (config.backupRecipient !== undefined) return 'publicKey'
  return config.backupPassword === undefined ? null : 'password'
}

async function mustFind(ctx: Context, name: string): Promise<string> {
  const file = await findBackup(ctx.config, name)
  if (file === null) throw fail('REFUSED', { detail: '备份文件已不在，请刷新列表' })
  return file
}
