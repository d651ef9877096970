import type { Paper, PaperTag, TicketDetail } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { loadDetail } from '../work-tickets/index.ts'
import { checkAddress, printedCode } from './paper-code.ts'

interface TagRow {
  readonly pointId: string
  readonly tagNo: string
  readonly tagText: string
  readonly holderName: string | null
  readonly lockCode: string | null
  readonly state: number
}

const tagRows = async (ctx: Context, workId: string): Promise<TagRow[]> =>
  (
    await sql<TagRow>`
      select t.point_id, t.tag_no, t.tag_text, u.realname as holder_name, l.lock_code, t.state
      from lo_work_tag t join lo_work_point i on i.work_id = t.work_id and i.point_id = t.point_id
      left join sys_user u on u.id = t.holder_id left join lo_lock l on l.id = coalesce(i.actual_lock_id, t.lock_id)
      where t.work_id = ${workId} and t.del_flag = 0 order by i.order_num`.execute(ctx.db)
  ).rows

/**
 * The tags of a ticket to be printed: whose it is, the point, the lock, the ticket and until when (3-domain.md §3.5 LoWorkTag).
 * Only of a ticket that was approved: before, point and person may still change. The QR opens the ticket's check page.
 */
export async function tagsOfTicket(
  ctx: Context,
  actor: Actor,
  { id, pointIds }: { readonly id: string; readonly pointIds: readonly string[] },
  request: FastifyRequest,
): Promise<{ workNo: string; tags: PaperTag[] }> {
  const detail = await loadDetail(ctx, actor, id)
  const { ticket } = detail
  if (!detail.situation.isRunning) throw fail('REFUSED', { detail: '工作票批准以后、结束以前才能打印标牌' })
  const rows = (await tagRows(ctx, id)).filter(
    ({ pointId }) => pointIds.length === 0 || pointIds.includes(pointId),
  )
  if (rows.length === 0) throw fail('REFUSED', { detail: '这张工作票没有要打印的标牌' })
  const { code } = await printedCode(ctx, actor, id)
  const address = checkAddress(ctx, request, code)
  return {
    workNo: ticket.workNo,
    tags: rows.map((row) => ({
      banner: row.tagText,
      no: row.tagNo,
      items: [
        { label: '责任人', value: row.holderName ?? '—' },
        { label: '隔离点', value: pointText(detail, row.pointId) },
        { label: '锁具', value: row.lockCode ?? '—' },
        { label: '工作票', value: ticket.workNo },
        { label: '作业', value: ticket.workName },
        { label: '地点', value: [ticket.areaName, ticket.place].filter(Boolean).join(' · ') },
        { label: '负责人', value: ticket.leaderName ?? '—' },
        { label: '有效至', value: (ticket.validEnd ?? ticket.planEnd).slice(0, 16) },
      ],
      code: { text: address, hint: '扫码查看工作票现在的状态。只有责任人可以摘牌、开锁。' },
    })),
  }
}

function pointText({ points }: TicketDetail, pointId: string): string {
  const point = points.find((each) => each.pointId === pointId)
  return point ? `${point.pointCode} ${point.pointName}` : '—'
}

/** The isolation list: what to operate, to where, with which lock and tag, in order, with room to tick by hand. */
export async function isolationPaper(
  ctx: Context,
  actor: Actor,
  id: string,
  request: FastifyRequest,
): Promise<Paper> {
  const detail = await loadDetail(ctx, actor, id)
  const { ticket, points } = detail
  const tags = new Map((await tagRows(ctx, id)).map((row) => [row.pointId, row]))
  const { code } = await printedCode(ctx, actor, id)
  const now = shanghaiTime(ctx.clock.now()).slice(0, 16)
  return {
    title: '上锁挂牌隔离清单',
    no: ticket.workNo,
    head: [
      ticket.workName,
      `${ticket.areaName ?? '—'} · ${ticket.place}　负责人 ${ticket.leaderName ?? '—'}`,
      `有效至 ${(ticket.validEnd ?? ticket.planEnd).slice(0, 16)}　${now} 由 ${actor.realname} 打印`,
    ],
    code: { text: checkAddress(ctx, request, code), hint: '扫码核对工作票' },
    stamp: detail.situation.isRunning ? '' : '未批准或已结束',
    foot: `${ticket.workNo}　隔离清单　${now} ${actor.realname} 打印　以系统中的状态为准`,
    isWide: true,
    blocks: [
      { kind: 'heading', text: `隔离点（${points.length}），按顺序操作` },
      {
        kind: 'table',
        empty: ticket.needIsolation === 0 ? `本票不需要能量隔离：${ticket.noIsoReason ?? ''}` : '没有隔离点',
        columns: [
          { title: '序', share: 1 },
          { title: '隔离点', share: 5 },
          { title: '能量', share: 2.6 },
          { title: '正常位 → 安全位', share: 3 },
          { title: '锁具', share: 2.6 },
          { title: '标牌号', share: 4.8 },
          { title: '责任人', share: 2.2 },
          { title: '验证方式 / 判据', share: 3.4 },
          { title: '操作说明', share: 6 },
          { title: '上锁 / 验证 / 恢复', share: 3.4 },
        ],
        rows: points.map((point) => [
          `${point.orderNum}${point.mandatory === 0 ? '\n可选' : ''}`,
          `${point.pointCode}\n${point.pointName}`,
          [point.energyType_dictText, point.energyLevel].filter(Boolean).join('\n') || '—',
          `${labelOf('lo_point_pos', point.normalPos ?? '')} → ${point.safePos_dictText ?? '—'}`,
          point.isDrain ? '泄放点' : (point.actualLockCode ?? point.plannedLockCode ?? '—'),
          tags.get(point.pointId)?.tagNo ?? '—',
          tags.get(point.pointId)?.holderName ?? '—',
          [
            point.verifyMethodCodes.map((each) => labelOf('lo_verify_method', each)).join('、'),
            point.verifyLimit,
          ]
            .filter(Boolean)
            .join('\n') || '—',
          point.instruction ?? '',
          '□ 上锁　□ 验证\n□ 恢复',
        ]),
      },
    ],
  }
}
