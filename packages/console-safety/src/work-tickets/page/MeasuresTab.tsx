import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import type { TicketDetail, TicketMeasure } from '@suoan/contract'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Alert, Button, Space } from 'antd'
import { usePosition } from '../../position/use-position.ts'
import { useSign } from '../sign/use-sign.tsx'
import { textOf } from '../text-of.ts'
import { useBegun, useEndOfStep } from '../turn/begun-step.ts'
import { usePageMove } from '../use-move.ts'

const quiet = { quiet: true } as const
const confirming = '确认安全措施'
const lapsing = '措施不到位'

/** The safety measures, who confirmed each on site and when (G28), and the buttons that say so. */
export function MeasuresTab({ detail }: { detail: TicketDetail }) {
  const { ticket, measures, situation, siteActions } = detail
  const { move, running, isRunning } = usePageMove(ticket.id)
  const place = usePosition(ticket.hasFence)
  const { sign, dialog } = useSign()
  const end = useEndOfStep()
  const open = measures.filter((row) => row.involve === 1 && row.confirmBy === null)
  const mayConfirm = siteActions.includes('measureConfirm')

  const confirm = async (rows: readonly TicketMeasure[]) => {
    const [only] = rows
    const sure = await feedback().modal.confirm({
      title: rows.length === 1 ? '确认该措施已在现场落实？' : `确认 ${rows.length} 条措施均已在现场落实？`,
      content:
        rows.length === 1 ? (
          only?.content
        ) : (
          <>
            <p>请逐条到现场核对后再确认。确认后以您本人的名义签署并记录时间。</p>
            <ol className="asked-lines">
              {rows.map(({ id, content }) => (
                <li key={id}>{content}</li>
              ))}
            </ol>
          </>
        ),
      okText: '已现场核对，确认',
      cancelText: '取消',
    })
    if (!sure) return end()
    const position = await place.read()
    const onSite = position === 'missing' ? null : position
    const contentHash = ticket.contentHash ?? ''
    const signed = await sign(
      confirming,
      ticket.measureSign,
      rows.map(({ id }) => ({ bizId: id, contentHash })),
    )
    end()
    if (signed === null) return
    const measureIds = rows.map(({ id }) => id)
    await move(confirming, (press) =>
      call(
        tickets.measureConfirm,
        { workId: ticket.id, ...press, measureIds, ...signed, ...(onSite && { onSite }) },
        quiet,
      ),
    )
  }
  useBegun(({ act }) => {
    if (act === 'measureConfirm') void confirm(open)
  })
  const lapse = async (row: TicketMeasure) => {
    const sure = await feedback().modal.confirm({
      title: '该措施现在不到位？',
      content: `${row.content}。原确认作废；作业进行中的，作业立即中断，重新确认后才能恢复。`,
      okText: '不到位',
      okButtonProps: { danger: true },
      cancelText: '取消',
    })
    if (!sure) return
    await move(lapsing, (press) =>
      call(
        tickets.measureConfirm,
        { workId: ticket.id, ...press, measureIds: [row.id], inPlace: false },
        quiet,
      ),
    )
  }
  if (measures.length === 0) return <EmptyState text="本票没有登记安全措施" />
  return (
    <>
      {situation.isLive && open.length > 0 && (
        <Alert
          className="gap-bottom"
          type="warning"
          showIcon
          title={`${open.length} 条安全措施尚未现场确认，确认前不能${situation.isBeforeStart ? '开工' : '恢复作业'}`}
          description={mayConfirm ? undefined : '由工作负责人、监护人、隔离执行人或气体检测人在现场确认'}
        />
      )}
      {mayConfirm && (
        <Button
          className="gap-bottom"
          type="primary"
          size="large"
          loading={running === confirming || place.isReading}
          disabled={isRunning}
          onClick={() => void confirm(open)}
        >
          全部现场确认（{open.length} 条）
        </Button>
      )}
      {place.problem && <Alert className="gap-bottom" type="error" showIcon title={place.problem} />}
      <ol className="person-cards">
        {measures.map((row, index) => (
          <li key={row.id}>
            <div className="grow">
              <span className="cell-whole">
                {index + 1}. {row.content}
              </span>{' '}
              <small>
                {row.controlRank ? textOf(row, 'controlRank') : ''} {row.involve === 1 ? '' : '（不涉及）'}
                {row.dualControl === 1 ? '（双人开锁）' : ''}
              </small>
              {row.involve === 1 && (situation.isLive || row.confirmBy !== null) && <Confirmed row={row} />}
            </div>
            {row.involve === 1 && situation.isLive && (
              <Space wrap>
                {row.confirmBy === null && mayConfirm && (
                  <Button size="large" disabled={isRunning} onClick={() => void confirm([row])}>
                    现场确认
                  </Button>
                )}
                {row.confirmBy !== null && (
                  <Button size="large" disabled={isRunning} onClick={() => void lapse(row)}>
                    不到位
                  </Button>
                )}
              </Space>
            )}
          </li>
        ))}
      </ol>
      {dialog}
    </>
  )
}

function Confirmed({ row }: { row: TicketMeasure }) {
  return row.confirmBy === null ? (
    <p>
      <span className="sign-not">
        <MinusCircleOutlined /> 未确认
      </span>
    </p>
  ) : (
    <p>
      <span className="sign-done">
        <CheckCircleFilled /> {textOf(row, 'confirmName')} 于 {textOf(row, 'confirmTime')} 现场确认
      </span>
    </p>
  )
}
