import { lockEndpoints, type TicketDetail } from '@suoan/contract'
import { isSettled } from '@suoan/domain/device'
import { commandStatus } from '@suoan/domain/dictionaries'
import { SyncOutlined } from '@ant-design/icons'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { commandLook } from '../../locks/command-look.ts'
import { commandQuery } from '../../locks/CommandState.tsx'
import { ticketKey } from '../ticket-queries.ts'

interface Sent {
  readonly lockCode: string
  /** Null where the question could not be sent, with the reason. */
  readonly cmdId: string | null
  readonly problem: string
}

/** The locks that hang on the points of a ticket and can be asked. */
const locksOn = ({ points }: Pick<TicketDetail, 'points'>) =>
  points.flatMap(({ actualLockId, actualLockCode, isRestored }) =>
    actualLockId && !isRestored ? [{ lockId: actualLockId, lockCode: actualLockCode ?? '' }] : [],
  )

/** Asks every lock of the ticket's points how it stands, and shows who has answered. */
export function ReadLocks({ detail }: { detail: Pick<TicketDetail, 'points'> }) {
  const client = useQueryClient()
  const [sent, setSent] = useState<readonly Sent[] | null>(null)
  const [isSending, setSending] = useState(false)
  const locks = locksOn(detail)
  const answers = useQueries({ queries: (sent ?? []).map(({ cmdId }) => commandQuery(cmdId)) })
  const told = (sent ?? []).map((each, index) => {
    const status = answers[index]?.data?.status ?? commandStatus.queued
    return { ...each, status, isOver: each.cmdId === null || isSettled(status) }
  })
  const over = told.filter(({ isOver }) => isOver).length
  const isDone = sent !== null && over === told.length
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: ticketKey })
  }, [isDone, client])
  if (locks.length === 0) return null
  const readAll = async () => {
    setSending(true)
    const all = await Promise.all(
      locks.map(async ({ lockId, lockCode }): Promise<Sent> => {
        try {
          const { cmdId } = await call(lockEndpoints.readState, { lockId }, { quiet: true })
          return { lockCode, cmdId, problem: '' }
        } catch (error) {
          return { lockCode, cmdId: null, problem: failureText(error) }
        }
      }),
    )
    setSent(all)
    setSending(false)
  }
  return (
    <div className="read-locks">
      <Button
        block
        type="primary"
        size="large"
        icon={<SyncOutlined />}
        loading={isSending || (sent !== null && !isDone)}
        onClick={() => void readAll()}
      >
        全部读取锁状态（{locks.length} 把）
      </Button>
      {sent !== null && (
        <div aria-live="polite">
          <Progress
            percent={Math.round((over / Math.max(1, told.length)) * 100)}
            size="small"
            format={() => `${over}/${told.length}`}
            aria-label={`已回复 ${over}/${told.length}`}
          />
          <ul className="turn-missing">
            {told.map(({ lockCode, status, problem, cmdId }) => (
              <li key={lockCode}>
                {lockCode}：{cmdId === null ? problem : commandLook(status).text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
