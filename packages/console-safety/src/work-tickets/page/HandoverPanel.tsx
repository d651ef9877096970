import { SwapOutlined } from '@ant-design/icons'
import type { TicketDetail } from '@suoan/contract'
import { workExecutionEndpoints as execution } from '@suoan/contract'
import { Alert, Button, Space } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { usePosition } from '../../position/use-position.ts'
import { textOf } from '../text-of.ts'
import { useSign } from '../sign/use-sign.tsx'
import { useBegun, useEndOfStep } from '../turn/begun-step.ts'
import { usePageMove } from '../use-move.ts'
import { HandoverSignDialog } from './HandoverSignDialog.tsx'

const quiet = { quiet: true } as const

/** Handovers that are under way (T34): who hands to whom, and the step that is mine. */
export function HandoverPanel({ detail }: { detail: TicketDetail }) {
  const { move, isRunning } = usePageMove(detail.ticket.id)
  const [signing, setSigning] = useState<string | null>(null)
  const { sign, dialog } = useSign()
  const demand = detail.ticket.handoverSign
  const contentHash = detail.ticket.contentHash ?? ''
  const open = detail.handovers.filter((row) => row.isOpen)
  const workId = detail.ticket.id
  const end = useEndOfStep()
  const place = usePosition(detail.ticket.hasFence)
  const accept = async (handoverId: string, isGuard: boolean) => {
    // Who takes the guardian's post over takes it there.
    const onSite = isGuard ? await place.read() : null
    if (onSite === 'missing') return
    const signed = await sign('接收交接', demand, [{ bizId: handoverId, contentHash }])
    if (signed === null) return
    await move('接收交接', (press) =>
      call(
        execution.handoverAccept,
        { workId, ...press, handoverId, ...signed, ...(onSite && { onSite }) },
        quiet,
      ),
    )
  }
  useBegun(({ act }, byLink) => {
    if (act === 'handoverDone') {
      const mine = open.find(({ actions }) => actions.includes('done'))
      if (mine) setSigning(mine.id)
    }
    if (act !== 'handoverAccept') return
    // One press of a button is the whole step: a link only leads to the button.
    const mine = open.find(({ actions }) => actions.includes('accept'))
    if (byLink) end()
    else if (mine && !isRunning) void accept(mine.id, mine.roleTag === 'GUARD')
  })
  return (
    <>
      {dialog}
      {place.problem && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title="未能接收监护"
          description={place.problem}
        />
      )}
      {open.map((row) => {
        const { id: handoverId, isAccepted, isWorker, actions } = row
        const isMine = row.mySide === 'to'
        const next = isAccepted
          ? isWorker
            ? `${isMine ? '请先在“人员”中挂上您的个人锁' : '接班人上个人锁'}、双方完成现场检查后，由交班人签字`
            : '双方完成现场检查后，由交班人签字'
          : row.roleTag === 'GUARD'
            ? `${isMine ? '请您' : '等待接班人'}在作业现场接收，接收即到岗`
            : '等待接班人接收'
        return (
          <Alert
            key={handoverId}
            className="gap-bottom handover"
            type="info"
            showIcon
            icon={<SwapOutlined />}
            title={`${textOf(row, 'roleTag')}交接：${textOf(row, 'fromName')} → ${textOf(row, 'toName')}（${isAccepted ? '已接收，未移交' : '待接收'}）`}
            description={
              <>
                <p>
                  {next}。移交前仍由 {textOf(row, 'fromName')} 负责。
                  {row.remark ? ` 说明：${row.remark}` : ''}
                </p>
                <Space wrap>
                  {actions.includes('accept') && (
                    <Button
                      size="large"
                      type="primary"
                      disabled={isRunning || place.isReading}
                      onClick={() => void accept(handoverId, row.roleTag === 'GUARD')}
                    >
                      接收
                    </Button>
                  )}
                  {actions.includes('done') && (
                    <Button size="large" type="primary" onClick={() => setSigning(handoverId)}>
                      现场检查并移交
                    </Button>
                  )}
                  {actions.includes('cancel') && (
                    <Button
                      size="large"
                      disabled={isRunning}
                      onClick={() =>
                        void move(isMine ? '退回交接' : '取消交接', (press) =>
                          call(execution.handoverCancel, { workId, ...press, handoverId }, quiet),
                        )
                      }
                    >
                      {isMine ? '退回' : '取消交接'}
                    </Button>
                  )}
                </Space>
              </>
            }
          />
        )
      })}
      {signing && (
        <HandoverSignDialog
          workId={workId}
          handoverId={signing}
          demand={demand}
          contentHash={contentHash}
          onClose={() => {
            setSigning(null)
            end()
          }}
        />
      )}
    </>
  )
}
