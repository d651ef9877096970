import type { Paper, PaperBlock, TicketDetail, TicketPoint, TicketStep, TicketTrace } from '@suoan/contract'
import { execPhase, labelOf, stepStatus, workStatus, type StepStatus } from '@suoan/domain/dictionaries'
import { timelineWords } from '@suoan/domain/work-ticket'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '@suoan/platform/context'
import { loadDetail, loadTimeline } from '../work-tickets/index.ts'
import { checkAddress, printedCode } from './paper-code.ts'
import { signsOf } from './signs-of-ticket.ts'

const none = '—'
const or = (text: string | null | undefined): string => text || none
/** `11-26 09:00` of a wire time: the year stands in the head. */
const short = (time: string | null | undefined): string => time?.slice(5, 16) ?? ''
const minute = (time: string | null | undefined): string => time?.slice(0, 16) ?? none
const list = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join('\n')
const labels = (dict: string, codes: string): string =>
  codes
    .split(',')
    .filter(Boolean)
    .map((code) => labelOf(dict, code))
    .join('、')

/**
 * The ticket as it stands on A4 (3-domain.md §6.3 Print): head, people, places, points, measures, gas, decisions, signatures
 * with time, and the record of its steps. Names people and no phone, number or photo of them; the emergency contact is what the
 * applicant wrote. The QR opens the page that says
 * whether this very content still holds. Refuses like the ticket's page whom the ticket does not concern.
 */
export async function ticketPaper(
  ctx: Context,
  actor: Actor,
  workId: string,
  request: FastifyRequest,
): Promise<Paper> {
  const detail = await loadDetail(ctx, actor, workId)
  const [timeline, signs] = [await loadTimeline(ctx, actor, workId), await signsOf(ctx, detail.ticket.id)]
  const now = ctx.clock.now()
  const { ticket } = detail
  const { code, contentHash } = await printedCode(ctx, actor, workId)
  const phase = ticket.execPhase === execPhase.none ? '' : ` / ${or(ticket.execPhase_dictText)}`
  return {
    title: `${or(ticket.workType_dictText)}工作票${ticket.workLevel_dictText ? `（${ticket.workLevel_dictText}）` : ''}`,
    no: ticket.workNo,
    head: [
      `${ticket.voidFlag === 1 ? '已作废' : or(ticket.workStatus_dictText)}${phase}　第 ${ticket.round} 轮`,
      `计划 ${minute(ticket.planStart)} 至 ${minute(ticket.planEnd)}　有效至 ${minute(ticket.validEnd)}`,
      `内容摘要 ${contentHash}`,
      `${shanghaiTime(now).slice(0, 16)} 由 ${actor.realname} 打印`,
    ],
    code: { text: checkAddress(ctx, request, code), hint: '扫码核对此纸是否仍有效' },
    stamp: stampOf(detail),
    foot: `${ticket.workNo}　摘要 ${contentHash.slice(0, 8)}　${shanghaiTime(now).slice(0, 16)} ${actor.realname} 打印　以系统中的状态为准`,
    isWide: false,
    blocks: [
      ...warningOf(detail),
      ...basics(detail),
      ...people(detail),
      ...points(detail),
      ...measures(detail),
      ...gas(detail),
      ...decisions(detail),
      { kind: 'heading', text: '签名' },
      { kind: 'signs', items: signs, empty: '还没有人签名' },
      ...record(timeline, detail),
    ],
  }
}

const notYet: readonly number[] = [
  workStatus.draft,
  workStatus.submitted,
  workStatus.reviewed,
  workStatus.reviewRejected,
  workStatus.approveRejected,
]

function stampOf({ ticket }: TicketDetail): string {
  if (ticket.voidFlag === 1) return '已作废'
  if (ticket.workStatus === workStatus.draft) return '草稿'
  if (notYet.includes(ticket.workStatus)) return '未批准'
  if (ticket.workStatus === workStatus.finished) return '已完工'
  return ticket.workStatus === workStatus.expired ? '已过期' : ''
}

function warningOf({ ticket }: TicketDetail): PaperBlock[] {
  const warn = (text: string): PaperBlock[] => [{ kind: 'note', tone: 'warn', text }]
  if (ticket.voidFlag === 1) return warn(`此票已作废，不得据此作业。原因：${or(ticket.voidReason)}`)
  return notYet.includes(ticket.workStatus) ? warn('此票尚未批准，不得据此作业。') : []
}

function basics({ ticket }: TicketDetail): PaperBlock[] {
  return [
    { kind: 'heading', text: '基本信息' },
    {
      kind: 'fields',
      items: [
        { label: '作业名称', value: ticket.workName, wide: true },
        { label: '作业区域', value: or(ticket.areaName) },
        { label: '作业地点', value: ticket.place },
        { label: '申请人', value: or(ticket.applicantName) },
        { label: '负责人', value: or(ticket.leaderName) },
        { label: '作业单位', value: or(ticket.workDepartName) },
        { label: '属地单位', value: or(ticket.territoryDepartName) },
        { label: '实际开始', value: minute(ticket.realStart) },
        { label: '实际结束', value: minute(ticket.realEnd) },
        { label: '应急联系人', value: or(ticket.emergencyContact), wide: true },
        ...(ticket.procedureName
          ? [
              {
                label: '控制程序',
                value: `${ticket.procedureName} 第 ${ticket.procedureVersion ?? 1} 版`,
                wide: true as const,
              },
            ]
          : []),
        { label: '作业内容', value: ticket.content, wide: true },
        { label: '危害辨识', value: labels('lo_hazard', ticket.hazards) || none, wide: true },
        {
          label: '能量隔离',
          value:
            ticket.needIsolation === 0
              ? `不需要：${or(ticket.noIsoReason)}`
              : `需要${ticket.isolationStatement ? `：${ticket.isolationStatement}` : ''}`,
          wide: true,
        },
      ],
    },
  ]
}

function people({ people: rows }: TicketDetail): PaperBlock[] {
  return [
    { kind: 'heading', text: '人员' },
    {
      kind: 'table',
      empty: '没有登记人员',
      columns: [
        { title: '角色', share: 3 },
        { title: '姓名', share: 3 },
        { title: '单位', share: 4 },
        { title: '安全交底', share: 3 },
        { title: '个人锁', share: 3 },
        { title: '进场 / 离场', share: 5 },
      ],
      rows: rows.map((row) => [
        or(row.roleTag_dictText),
        `${or(row.name)}${row.isReplaced ? '（已替换）' : ''}`,
        or(row.company),
        row.isBriefed ? short(row.briefTime) || '已交底' : none,
        or(row.personalLockCode),
        [short(row.inTime), short(row.outTime)].filter(Boolean).join(' / ') || none,
      ]),
    },
  ]
}

function points({ points: rows, ticket }: TicketDetail): PaperBlock[] {
  return [
    { kind: 'heading', text: '隔离点' },
    {
      kind: 'table',
      empty: ticket.needIsolation === 0 ? '本票不需要能量隔离' : '没有隔离点',
      columns: [
        { title: '序', share: 1.1 },
        { title: '隔离点', share: 4.6 },
        { title: '能量', share: 2.6 },
        { title: '隔离到', share: 2.2 },
        { title: '锁具 / 标牌', share: 5.2 },
        { title: '隔离', share: 2.8 },
        { title: '零能量验证', share: 4 },
        { title: '状态', share: 2.6 },
      ],
      rows: rows.map((row) => [
        String(row.orderNum),
        list(row.pointCode, row.pointName),
        list(row.energyType_dictText, row.energyLevel) || none,
        list(row.safePos_dictText, row.isoMethod_dictText) || none,
        row.isDrain
          ? '泄放点，不上锁'
          : list(row.actualLockCode ?? row.plannedLockCode, row.tagNumber) || none,
        list(row.isolatorName, short(row.isolateTime)) || none,
        proofOf(row),
        list(row.state_dictText, row.restoreTime && `恢复 ${short(row.restoreTime)}`),
      ]),
    },
  ]
}

function proofOf(row: TicketPoint): string {
  if (row.verifyTime === null) return row.verifyLimit ? `判据 ${row.verifyLimit}` : none
  const value = `${or(row.verifyValue)} ${row.verifyUnit ?? ''}`.trim()
  return list(
    `${value} ${row.verifyResult === 0 ? '不合格' : '合格'}${row.isProofVoid ? '（已失效）' : ''}`,
    `${or(row.verifierName)} ${short(row.verifyTime)}`,
  )
}

function measures({ measures: rows }: TicketDetail): PaperBlock[] {
  return [
    { kind: 'heading', text: '安全措施' },
    {
      kind: 'table',
      empty: '没有安全措施',
      columns: [
        { title: '序', share: 1 },
        { title: '措施', share: 12 },
        { title: '涉及', share: 1.6 },
        { title: '确认人', share: 2.4 },
        { title: '确认时间', share: 3 },
      ],
      rows: rows.map((row) => [
        String(row.orderNum),
        `${row.content}${row.dualControl === 1 ? '（双人开锁）' : ''}`,
        row.involve === 1 ? '涉及' : '不涉及',
        or(row.confirmName),
        short(row.confirmTime) || none,
      ]),
    },
  ]
}

function gas({ gas: rows, gasPlan }: TicketDetail): PaperBlock[] {
  return [
    { kind: 'heading', text: '气体检测' },
    {
      kind: 'table',
      empty: gasPlan.length === 0 ? '本票不要求气体检测' : '还没有检测记录',
      columns: [
        { title: '取样时间', share: 3 },
        { title: '部位', share: 5 },
        { title: '气体', share: 3 },
        { title: '数值', share: 3 },
        { title: '合格范围', share: 3 },
        { title: '结论', share: 2 },
        { title: '仪器', share: 3.4 },
        { title: '检测人', share: 2.4 },
      ],
      // Oldest first: a record is read as it happened.
      rows: rows
        .toReversed()
        .map((row) => [
          short(row.sampleTime),
          row.pointDesc,
          row.gasName ?? row.gasCode,
          `${row.value} ${row.unit}`,
          `${row.limitMin ?? ''} ～ ${row.limitMax ?? ''}`,
          row.pass === 1 ? '合格' : '不合格',
          or(row.deviceSn),
          or(row.testerName),
        ]),
    },
  ]
}

const results: Readonly<Record<StepStatus, string>> = {
  [stepStatus.waiting]: '未到',
  [stepStatus.pending]: '待处理',
  [stepStatus.passed]: '通过',
  [stepStatus.rejected]: '驳回',
}

function decisions({ reviews, examines }: TicketDetail): PaperBlock[] {
  const steps: TicketStep[] = [...reviews, ...examines]
  return [
    { kind: 'heading', text: '审核与审批' },
    {
      kind: 'table',
      empty: '还没有提交审核',
      columns: [
        { title: '轮次', share: 1.6 },
        { title: '环节', share: 2.4 },
        { title: '角色', share: 2.4 },
        { title: '人员', share: 3 },
        { title: '结果', share: 2 },
        { title: '意见', share: 7 },
        { title: '时间', share: 3 },
      ],
      rows: steps.map((step) => [
        `第 ${step.round} 轮`,
        `${step.stage === 'review' ? '审核' : '审批'} ${step.stepNo}`,
        or(step.roleTag_dictText),
        `${or(step.person)}${step.delegateForName ? `（代${step.delegateForName}）` : ''}`,
        results[step.status],
        or(`${step.reasonCode_dictText ? `【${step.reasonCode_dictText}】` : ''}${step.opinion ?? ''}`),
        short(step.actTime) || none,
      ]),
    },
  ]
}

function record(timeline: readonly TicketTrace[], detail: TicketDetail): PaperBlock[] {
  return [
    { kind: 'heading', text: `操作记录（${timeline.length} 条，按链顺序）` },
    {
      kind: 'table',
      empty: '还没有操作记录',
      columns: [
        { title: '序', share: 1.2 },
        { title: '时间', share: 3.6 },
        { title: '步骤', share: 4 },
        { title: '说明', share: 9 },
        { title: '操作人', share: 3 },
        { title: '摘要', share: 2.4 },
      ],
      rows: timeline.map((row) => {
        const { title, about } = timelineWords(row, detail)
        return [
          String(row.seq),
          or(row.serverTime).slice(5),
          title,
          or(about),
          `${or(row.actorName)}${row.onBehalfOfName ? `（代${row.onBehalfOfName}）` : ''}`,
          (row.hash ?? '').slice(0, 8),
        ]
      }),
    },
  ]
}
