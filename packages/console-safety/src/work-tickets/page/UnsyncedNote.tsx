import type { TicketDetail } from '@suoan/contract'
import { offlineEndpoints } from '@suoan/contract'
import { minute } from '@suoan/domain/verdict'
import { secondPersonMs } from '@suoan/domain/warning'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { useBegun, useEndOfStep } from '../turn/begun-step.ts'
import { useMove } from '../use-move.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

const label = '两人说明'
const question =
  '写明您如何核实终端里没有未同步的操作（例如已电话核实）。说明将随工作票永久保存，两人都说明后方可开工。'

/** Phones that are out with the ticket hold the start until they give it back, or two people answer (G27). */
export function UnsyncedNote({ detail }: { detail: TicketDetail }) {
  const { ticket, unsynced } = detail
  const [asks, setAsks] = useState(false)
  const end = useEndOfStep()
  useBegun(({ act }) => {
    if (act === 'unsyncedOverride') setAsks(true)
  })
  const isWaiting = detail.situation.isLive && unsynced.texts.length > 0
  const mayAnswer = detail.siteActions.includes('unsyncedOverride')
  return (
    <>
      {isWaiting && (
        <Alert
          className="gap-bottom"
          type="warning"
          showIcon
          title={unsynced.texts.join('；')}
          description={
            unsynced.override !== ''
              ? `两人说明：${unsynced.override}`
              : unsynced.asked !== ''
                ? `${unsynced.asked}。请另一名许可人或安全管理人员在 ${secondPersonMs / minute} 分钟内说明。`
                : '交回之前不能开工：请其在该终端联网同步并交回任务包；终端损坏或丢失的，由许可人、安全管理人员中的两人先后说明。'
          }
          {...(mayAnswer ? { action: <Button onClick={() => setAsks(true)}>{label}</Button> } : {})}
        />
      )}
      {asks && (
        <AnswerDialog
          workId={ticket.id}
          onClose={() => {
            setAsks(false)
            end()
          }}
        />
      )}
    </>
  )
}

function AnswerDialog({ workId, onClose }: { workId: string; onClose(): void }) {
  const { move } = useMove(workId)
  return (
    <ReasonDialog
      title={label}
      asks="核实说明"
      question={question}
      onClose={onClose}
      onDone={(reason) =>
        move(label, (press) =>
          call(offlineEndpoints.unsyncedOverride, { workId, ...press, reason }, { quiet: true }),
        )
      }
    />
  )
}
