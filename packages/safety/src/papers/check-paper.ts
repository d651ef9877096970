import { execPhase, labelOf } from '@suoan/domain/dictionaries'
import { paperVerdict, type PaperVerdict } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { announceBreak, verifySubject } from '../audit/index.ts'
import { contentHashOf, ticketOf } from '../work-tickets/index.ts'

/** What the check page says, and all that it says: no text of the ticket, no place, no phone. */
export interface CheckedPaper extends PaperVerdict {
  readonly workNo: string
  readonly state: string
  readonly printedState: string
  /** Epoch ms of the first print of this content and state. */
  readonly printedAt: number
  readonly printedHash: string
  /** Of the content now; null where the ticket was deleted. */
  readonly hash: string | null
  readonly isChainWhole: boolean
  readonly chainRows: number
  readonly names: readonly { readonly role: string; readonly name: string }[]
}

/** What was printed, as `lo_paper` remembers it. */
export interface Printed {
  readonly tenantId: number
  readonly workId: string
  readonly contentHash: string
  readonly workStatus: number
  readonly execPhase: number
  readonly createTime: Date
  readonly workNo: string | null
}

const stateText = (status: number, phase: number): string =>
  phase === execPhase.none
    ? labelOf('lo_work_status', status)
    : `${labelOf('lo_work_status', status)} / ${labelOf('lo_exec_phase', phase)}`

/** The paper with this code; null for a code that no paper has. Costs one look into an index. */
export async function findPaper(ctx: Context, code: string): Promise<Printed | null> {
  if (!/^[\w-]{22}$/.test(code)) return null
  const { rows } = await sql<Printed>`
    select p.tenant_id, p.work_id, p.content_hash, p.work_status, p.exec_phase, p.create_time, w.work_no
    from lo_paper p left join lo_work w on w.id = p.work_id where p.code = ${code}`.execute(ctx.db)
  return rows[0] ?? null
}

/** What holds of a paper now: walks the ticket's chain, and announces it where it does not hold (A11). */
export async function checkPaper(ctx: Context, printed: Printed): Promise<CheckedPaper> {
  const chain = await verifySubject(ctx, 'work', printed.workId)
  if (!chain.ok)
    await announceBreak(ctx, printed.tenantId, { ...chain, label: printed.workNo ?? printed.workId })
  const work = await ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('loWork')
      .selectAll()
      .where('id', '=', printed.workId)
      .where('delFlag', '=', 0)
      .executeTakeFirst()
    return row && { ...ticketOf(row), contentHash: await contentHashOf(tx, row) }
  })
  return {
    ...paperVerdict({
      now: work ?? null,
      at: ctx.clock.now(),
      printedHash: printed.contentHash,
      isChainWhole: chain.ok,
    }),
    workNo: printed.workNo ?? '',
    state: work ? (work.voidFlag ? '已作废' : stateText(work.status, work.phase)) : '已删除',
    printedState: stateText(printed.workStatus, printed.execPhase),
    printedAt: printed.createTime.getTime(),
    printedHash: printed.contentHash,
    hash: work?.contentHash ?? null,
    isChainWhole: chain.ok,
    chainRows: chain.checked,
    names: work ? await namesOf(ctx, printed.workId) : [],
  }
}

/** Who answers for the ticket: applicant, leader, guardians, and who approved it. */
async function namesOf(ctx: Context, workId: string): Promise<{ role: string; name: string }[]> {
  const { rows } = await sql<{ role: string; name: string }>`
    select role, string_agg(distinct name, '、' order by name) as name from (
      select 1 as n, '申请人' as role, u.realname as name from lo_work w join sys_user u on u.id = w.applicant_id where w.id = ${workId}
      union all select 2, '负责人', u.realname from lo_work w join sys_user u on u.id = w.leader_id where w.id = ${workId}
      union all select 3, '监护人', coalesce(u.realname, p.person_name) from lo_work_person p
        left join sys_user u on u.id = p.user_id where p.work_id = ${workId} and p.role_tag = 'GUARD' and p.state = 1
      union all select 4, '批准人', u.realname from lo_work_examine x join sys_user u on u.id = x.approver_id
        join lo_work w on w.id = x.work_id and w.round = x.round where x.work_id = ${workId} and x.approve_status = 8
    ) named where name is not null group by n, role order by n`.execute(ctx.db)
  return rows
}
