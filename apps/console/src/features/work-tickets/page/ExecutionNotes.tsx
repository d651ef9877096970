import type { TicketDetail } from '@suoan/contract'
import { Alert } from 'antd'
import { z } from 'zod'
import { parseWireTime } from '../../../marks/wire-time.ts'
import { textOf } from '../text-of.ts'
import { HandoverPanel } from './HandoverPanel.tsx'

const running = z.object({ pointIds: z.array(z.string()), userIds: z.array(z.string()), until: z.number() })

/** What runs beside the work: an interruption, a test with lifted locks, an extension that waits, a late close-out, handovers. */
export function ExecutionNotes({ detail, now }: { detail: TicketDetail; now: number }) {
  const { ticket, points, people, extensions } = detail
  const test = running
    .nullable()
    .catch(null)
    .parse(ticket['testRun'] ?? null)
  const asked = extensions.find((row) => Number(row['result']) === 0)
  const names = (
    rows: readonly Record<string, unknown>[],
    key: string,
    ids: readonly string[],
    name: string,
  ) =>
    [...new Set(rows.filter((row) => ids.includes(String(row[key]))).map((row) => String(row[name])))].join(
      '、',
    )
  const minutes = test ? Math.ceil((test.until - now) / 60_000) : 0
  const deadline = parseWireTime(ticket['closeDeadline'])
  const isLate =
    ticket.workStatus === 40 && Number(ticket['closeFlag']) === 0 && deadline !== null && deadline <= now
  const failed = points.filter((row) => Number(row['state']) === 9).map((row) => String(row['pointCode']))
  return (
    <>
      {ticket.workStatus === 20 && ticket.execPhase === 21 && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title="作业中断：全体人员离开作业点，锁保持上锁"
          description={`${
            failed.length > 0
              ? `${failed.join('、')} 异常，须重新上锁、挂牌并验证零能量。`
              : '中断的原因见时间线。'
          }处理完成、报警关闭后，由负责人申请、许可人确认恢复作业。`}
        />
      )}
      {test && ticket.execPhase === 22 && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title={`试运行：${names(points, 'pointId', test.pointIds, 'pointCode')} 可能带能量，禁止进入`}
          description={`操作人员：${names(people, 'userId', test.userIds, 'name')}。${
            minutes > 0 ? `还有 ${minutes} 分钟，到时自动停止` : '时间已到'
          }。`}
        />
      )}
      {test && ticket.execPhase !== 22 && [20, 40].includes(ticket.workStatus) && ticket.execPhase !== 30 && (
        <Alert
          className="gap-bottom"
          type="warning"
          showIcon
          title={`${names(points, 'pointId', test.pointIds, 'pointCode')} 试运行时临时解除，须由原上锁人恢复上锁并重新验证`}
        />
      )}
      {asked && (
        <Alert
          className="gap-bottom"
          type="info"
          showIcon
          title={`${textOf(asked, 'askName')} 申请延期至 ${textOf(asked, 'newEnd')}，待原批准人和许可人审批`}
          description={textOf(asked, 'reason')}
        />
      )}
      {isLate && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title={`收尾期限 ${textOf(ticket, 'closeDeadline')} 已过，恢复开锁已停用，须由许可人说明原因后延长`}
        />
      )}
      <HandoverPanel detail={detail} />
    </>
  )
}
