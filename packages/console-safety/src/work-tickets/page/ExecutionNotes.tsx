import type { TicketDetail } from '@suoan/contract'
import { Alert } from 'antd'
import { textOf } from '../text-of.ts'
import { GasWatch } from './GasWatch.tsx'
import { GuardWatch } from './GuardWatch.tsx'
import { HandoverPanel } from './HandoverPanel.tsx'

/** What runs beside the work: an interruption, a test with lifted locks, an extension that waits, a late close-out, handovers. */
export function ExecutionNotes({ detail, now }: { detail: TicketDetail; now: number }) {
  const { ticket, points, people, extensions, situation } = detail
  const test = ticket.testRun
  const asked = extensions.find((row) => row.isWaiting)
  const lifted = points.filter((row) => test?.pointIds.includes(row.pointId)).map((row) => row.pointCode)
  const operators = people.filter((row) => test?.userIds.includes(row.userId ?? '')).map((row) => row.name)
  const list = (names: readonly (string | null)[]) => [...new Set(names)].join('、')
  const minutes = test ? Math.ceil((test.until - now) / 60_000) : 0
  const failed = points.filter((row) => row.isUnsafe && !row.isLifted).map((row) => row.pointCode)
  return (
    <>
      {situation.isSuspended && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title="作业中断：全体人员离开作业点，锁保持上锁"
          description={
            <>
              <ul className="stop-causes">
                {detail.stopCauses.map((cause) => (
                  <li key={cause.causeId}>
                    <b>{cause.kindText}</b>：{cause.reason}
                    {cause.closedAt === null
                      ? `（未关闭，由${cause.answers}关闭）`
                      : `（${cause.closedByName} 已关闭：${cause.evidence}）`}
                  </li>
                ))}
              </ul>
              {failed.length > 0 && `${failed.join('、')} 异常，须重新上锁、挂牌并验证零能量。`}
              各项原因均已关闭、报警处理完成后，由负责人申请、许可人确认恢复作业。
            </>
          }
        />
      )}
      {situation.isLive && ticket.leaderGap && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title={`工作负责人 ${textOf(ticket, 'leaderName')} ${ticket.leaderGap}`}
          description="其不能再办理开工、恢复、进场登记和延期。请交接给具备资质的负责人，或停止作业；补录有效证书后自动恢复。"
        />
      )}
      {test && situation.isTesting && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title={`试运行：${list(lifted)} 可能带能量，禁止进入`}
          description={`操作人员：${list(operators)}。${
            minutes > 0 ? `还有 ${minutes} 分钟，到时自动停止` : '时间已到'
          }。`}
        />
      )}
      {situation.isRelocking && (
        <Alert
          className="gap-bottom"
          type="warning"
          showIcon
          title={`${list(lifted)} 试运行时临时解除，须由原上锁人恢复上锁并重新验证`}
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
      {situation.isCloseLate && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title={`收尾期限 ${textOf(ticket, 'closeDeadline')} 已过，恢复开锁已停用，须由许可人说明原因后延长`}
        />
      )}
      <GuardWatch detail={detail} now={now} />
      <GasWatch detail={detail} />
      <HandoverPanel detail={detail} />
    </>
  )
}
