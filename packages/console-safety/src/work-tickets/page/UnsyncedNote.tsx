import type { TicketDetail } from '@suoan/contract'
import { offlineEndpoints } from '@suoan/contract'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { useMove } from '../use-move.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

const label = '主管说明'
const question =
  '写明您如何核实终端里没有未同步的操作（例如已电话核实）。说明将随作业票永久保存，开工按您的说明放行。'

/** Phones that are out with the ticket hold the start until they are heard again, or a supervisor answers (G27). */
export function UnsyncedNote({ detail }: { detail: TicketDetail }) {
  const { ticket, unsynced } = detail
  const [asks, setAsks] = useState(false)
  if (!detail.situation.isLive || unsynced.texts.length === 0) return null
  const mayAnswer = detail.siteActions.includes('unsyncedOverride')
  return (
    <>
      <Alert
        className="gap-bottom"
        type="warning"
        showIcon
        title={unsynced.texts.join('；')}
        description={
          unsynced.override === ''
            ? '同步之前不能开工：请其联网同步，或由许可人、安全管理人员说明。'
            : `主管说明：${unsynced.override}`
        }
        {...(mayAnswer ? { action: <Button onClick={() => setAsks(true)}>{label}</Button> } : {})}
      />
      {asks && <AnswerDialog workId={ticket.id} onClose={() => setAsks(false)} />}
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
