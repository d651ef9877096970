import { mayList } from '@suoan/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Context } from '../context.ts'
import { fail } from '../fail.ts'
import { originOf, recordAudit } from '../resource/audit.ts'
import { engineOf } from '../resource/engine.ts'
import { rightsOf } from '../resource/export-plan.ts'
import { sheetMediaType } from '../resource/sheet-writer.ts'
import { asOrdered } from './run-exports.ts'

interface Asked {
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly id: string
}

interface Stored {
  readonly resource: string
  readonly title: string
  readonly orgCode: string
  readonly path: string
  readonly rights: string
  readonly createTime: Date
  readonly beginTime: Date
}

/**
 * Sends the file of a job to who ordered it, while it is kept and he may still see what is in it: the list and its export,
 * by the same data rules, columns and masks as when it was made. What is none of his leaves the reply unsent. Throws
 * `FORBIDDEN`, and `REFUSED` where his rights have changed.
 */
export async function sendExport(ctx: Context, { actor, request, reply, id }: Asked): Promise<void> {
  const { rows } = await sql<Stored>`select resource, title, org_code, path, rights, create_time, begin_time
    from export_job where id = ${id} and user_id = ${actor.userId} and tenant_id = ${actor.tenantId}
      and status = 'done' and expire_time > ${new Date(ctx.clock.now())}`.execute(ctx.db)
  const [job] = rows
  const mounted = job && engineOf(ctx).mounted.get(job.resource)
  if (!job || !mounted) return
  if (!mayList(actor.permissions, mounted.resource)) throw fail('FORBIDDEN')
  const rights = await rightsOf(mounted, asOrdered(actor, job.orgCode), job.beginTime.getTime())
  if (rights !== job.rights)
    throw fail('REFUSED', { detail: '导出以后您的数据权限有变化，请在“我的导出”中重新导出' })
  const blob = { tenantId: actor.tenantId, path: job.path }
  const size = (await ctx.blobs.head(blob))?.size
  const content = size === undefined ? null : await ctx.blobs.get(blob)
  // The folder was lost, or the store was exchanged without carrying its files over.
  if (size === undefined || content === null)
    throw fail('REFUSED', { detail: '导出的文件已不在文件存储中，请在“我的导出”中重新导出' })
  await recordAudit(ctx.pool, {
    actor,
    content: `${job.title}：下载后台导出的文件`,
    operateType: 6,
    origin: originOf(request),
    now: ctx.clock.now(),
  })
  await reply
    .header('content-type', sheetMediaType.xlsx)
    .header('content-length', size)
    .header('cache-control', 'private, no-store')
    .header(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(`${job.title}列表.xlsx`)}`,
    )
    .send(content)
}
