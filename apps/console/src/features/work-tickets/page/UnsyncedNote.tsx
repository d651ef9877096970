import type { TicketDetail } from '@suoan/contract'
import { offlineEndpoints } from '@suoan/contract'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { call } from '../../../request/call.ts'
import type { TicketButton } from '../transition-buttons.ts'
import { useMove } from '../use-move.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

const button: TicketButton = {
  key: 'unsyncedOverride',
  event: 'note',
  label: '主管说明',
  kind: 'reason',
  permission: null,
  asks: '核实说明',
  question:
    '写明您如何核实终端里没有未同步的操作（例如已电话核实）。说明将随作业票永久保存，开工按您的说明放行。',
}

/** Phones that are out with the ticket hold the start until they are heard again, or a supervisor answers (G27). */
export function UnsyncedNote({ detail }: { detail: TicketDetail }) {
  const { ticket, unsynced, myRoles } = detail
  const { move } = useMove(ticket.id)
  const [asks, setAsks] = useState(false)
  const isLive = [4, 20].includes(ticket.workStatus) && ticket.voidFlag !== 1
  if (!isLive || unsynced.texts.length === 0) return null
  const mayAnswer = unsynced.override === '' && ['PERMIT', 'SAFETY'].some((role) => myRoles.includes(role))
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
        {...(mayAnswer ? { action: <Button onClick={() => setAsks(true)}>主管说明</Button> } : {})}
      />
      {asks && (
        <ReasonDialog
          button={button}
          onClose={() => setAsks(false)}
          onDone={(reason) =>
            move(button.label, (clientOpId) =>
              call(
                offlineEndpoints.unsyncedOverride,
                { workId: ticket.id, clientOpId, reason },
                { quiet: true },
              ),
            )
          }
        />
      )}
    </>
  )
}
