import type { Paper } from '@suoan/contract'
import { execPhase, labelOf } from '@suoan/domain/dictionaries'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { Actor, Context } from '@suoan/platform/context'
import { isolatedPoints, liveTickets } from '../board/index.ts'

/** The permit board on paper: every live ticket, and every point that is held, in the area and below it. */
export async function boardPaper(ctx: Context, actor: Actor, areaCode: string): Promise<Paper> {
  const [tickets, points] = [
    await liveTickets(ctx, actor, areaCode),
    await isolatedPoints(ctx, actor, areaCode),
  ]
  const now = shanghaiTime(ctx.clock.now()).slice(0, 16)
  const inside = tickets.reduce((sum, { onSite }) => sum + onSite, 0)
  return {
    title: '许可看板清单',
    no: now,
    head: [
      `${areaCode === '' ? '全部区域' : `区域 ${areaCode} 及下级`}　作业 ${tickets.length} 项　现场 ${inside} 人　隔离点 ${points.length} 个`,
      `${actor.realname} 打印。此清单只说明打印时刻，开工与送电以系统为准。`,
    ],
    code: null,
    stamp: '',
    foot: `许可看板清单　${now} ${actor.realname} 打印　以系统中的状态为准`,
    isWide: true,
    blocks: [
      { kind: 'heading', text: `正在进行的作业（${tickets.length}）` },
      {
        kind: 'table',
        empty: '现在没有已批准或正在进行的作业',
        columns: [
          { title: '票号', share: 5 },
          { title: '作业', share: 6 },
          { title: '类型 / 级别', share: 3 },
          { title: '状态', share: 2.6 },
          { title: '区域 / 地点', share: 4.4 },
          { title: '负责人', share: 2 },
          { title: '监护人', share: 2.2 },
          { title: '计划开始 / 有效至', share: 3.6 },
          { title: '现场', share: 1.4 },
          { title: '隔离', share: 1.6 },
        ],
        rows: tickets.map((row) => [
          row.workNo,
          row.workName,
          `${labelOf('lo_work_type', row.workType)}\n${labelOf('lo_work_level', row.workLevel)}`,
          `${labelOf('lo_work_status', row.workStatus)}\n${row.execPhase === execPhase.none ? '' : labelOf('lo_exec_phase', row.execPhase)}`.trim(),
          `${row.areaName ?? '—'}\n${row.place}`,
          row.leaderName ?? '—',
          row.guardians ?? '—',
          `${row.planStart}\n${row.validEnd}`,
          `${row.onSite} 人`,
          row.points === 0 ? '—' : `${row.locked}/${row.points}`,
        ]),
      },
      { kind: 'heading', text: `当前隔离点（${points.length}）` },
      {
        kind: 'table',
        empty: '现在没有隔离点被占用',
        columns: [
          { title: '隔离点', share: 5 },
          { title: '设备', share: 4 },
          { title: '区域', share: 3 },
          { title: '工作票', share: 5 },
          { title: '锁具', share: 4 },
          { title: '占用人', share: 3 },
          { title: '自', share: 3 },
        ],
        rows: points.map((row) => [
          `${row.pointCode}\n${row.pointName}`,
          row.equipName ?? '—',
          row.areaName ?? '—',
          row.workNos.join('\n'),
          row.lockCodes.join('\n') || '—',
          row.holders.join('、') || '—',
          row.since?.slice(0, 16) ?? '—',
        ]),
      },
    ],
  }
}
