import { attachEndpoints, type AttachRow, type Attachments, type InputOf } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { attachGap, detachGap } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { fail, failUnseen } from '@suoan/platform/fail'
import { findStored } from '@suoan/platform/files/stored-file'
import { mustBeItem } from '../draft/must-exist.ts'
import { loadActor } from '../facts/actor.ts'
import { command, type TicketCommand } from '../ticket-command.ts'
import { ticketOf } from '../ticket-row.ts'
import { mustSee } from '../visible.ts'
import type { BindMove } from './bind-move.ts'

/** A ticket is read by people; one with more files than this is an archive. */
const most = 50

/** Files come to a ticket and leave it by calls of their own, each a row of its chain with the digest (decision 0938). */
export function bindAttaching(bindMove: BindMove): void {
  bindMove(attachEndpoints.add, attach)
  bindMove(attachEndpoints.remove, detach)
}

function attach({ path, bizType, remark }: InputOf<typeof attachEndpoints.add>): TicketCommand {
  return command({
    prepare: async ({ tx, work, actor, now }) => {
      const gap = attachGap(ticketOf(work), actor)
      if (gap !== null) throw fail('REFUSED', { detail: gap })
      mustBeItem('lo_attach_type', bizType, '附件类型')
      const file = await findStored(tx, work.tenantId, path)
      // A path of somebody else's file would be a key to it.
      if (!file || file.userId !== actor.userId)
        throw fail('REFUSED', { detail: '没有找到您上传的这个文件，请重新选择文件上传' })
      const { rows } = await sql<{ fileName: string; count: number; used: boolean }>`
        select f.original_name as file_name,
          (select count(*)::int from lo_work_attach a where a.work_id = ${work.id} and a.del_flag = 0) as count,
          exists (select 1 from lo_work_attach a where a.file_path = ${file.path} and a.del_flag = 0) as used
        from stored_file f where f.path = ${file.path}`.execute(tx)
      const [known] = rows
      if (!known || known.used) throw fail('REFUSED', { detail: '这个文件已经是附件，请重新选择文件上传' })
      if (known.count >= most) throw fail('REFUSED', { detail: `一张工作票最多 ${most} 个附件` })
      const id = newId()
      await sql`insert into lo_work_attach (id, tenant_id, work_id, biz_type, file_name, file_path, file_size, mime, sha256,
          remark, create_by, create_time)
        values (${id}, ${work.tenantId}, ${work.id}, ${bizType}, ${known.fileName}, ${file.path}, ${file.size},
          ${file.mediaType}, ${file.sha256}, ${remark || null}, ${actor.userId}, ${new Date(now)})`.execute(
        tx,
      )
      return { attachId: id, fileName: known.fileName, sha256: file.sha256 }
    },
    act: ({ prepared }) => ({ event: null, audit: { note: 'attachAdd', ...prepared } }),
  })
}

function detach({ attachId }: InputOf<typeof attachEndpoints.remove>): TicketCommand {
  return command({
    prepare: async ({ tx, work, actor, now }) => {
      const gap = detachGap(ticketOf(work), actor)
      if (gap !== null) throw fail('REFUSED', { detail: gap })
      const { rows } = await sql<{ fileName: string; sha256: string }>`
        update lo_work_attach set del_flag = 1, update_by = ${actor.userId}, update_time = ${new Date(now)}
        where id = ${attachId} and work_id = ${work.id} and del_flag = 0 returning file_name, sha256`.execute(
        tx,
      )
      const [gone] = rows
      if (!gone) throw failUnseen('lo_work_attach', [attachId])
      return { attachId, ...gone }
    },
    act: ({ prepared }) => ({ event: null, audit: { note: 'attachRemove', ...prepared } }),
  })
}

/** The files of a ticket the caller may see, the oldest first, and what he may do with them. */
export async function attachmentsOf(ctx: Context, actor: Actor, workId: string): Promise<Attachments> {
  await mustSee(ctx, actor, workId)
  return ctx.db.transaction().execute(async (tx) => {
    const work = await tx
      .selectFrom('loWork')
      .selectAll()
      .where('id', '=', workId)
      .where('tenantId', '=', actor.tenantId)
      .executeTakeFirst()
    if (!work) throw failUnseen('lo_work', [workId])
    const { rows } = await sql<Omit<AttachRow, 'createTime' | 'bizType_dictText'> & { createTime: Date }>`
      select a.id, a.biz_type, a.file_name, a.file_path, a.file_size, a.sha256, a.remark, u.realname as by_name, a.create_time
      from lo_work_attach a left join sys_user u on u.id = a.create_by
      where a.work_id = ${workId} and a.del_flag = 0 order by a.create_time, a.id`.execute(tx)
    const person = await loadActor(tx, work, actor)
    const ticket = ticketOf(work)
    return {
      rows: rows.map((row) => ({
        ...row,
        bizType_dictText: labelOf('lo_attach_type', row.bizType),
        createTime: shanghaiTime(row.createTime.getTime()),
      })),
      mayAdd: attachGap(ticket, person) === null,
      mayRemove: detachGap(ticket, person) === null,
    }
  })
}
