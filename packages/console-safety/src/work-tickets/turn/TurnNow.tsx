import type { TicketDetail, TicketTurn, TurnStep } from '@suoan/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { PointDialog } from '../page/PointDialog.tsx'
import type { PointActionKey } from '@suoan/contract'
import { useBegun, useEndOfStep } from './begun-step.ts'
import { ReadLocks } from './ReadLocks.tsx'
import './turn.css'
import { WaitsFor } from './WaitsFor.tsx'

const pointActs: Readonly<Partial<Record<TurnStep['act'], PointActionKey>>> = {
  pointOperate: 'operate',
  pointLock: 'lock',
  pointTag: 'tag',
  pointVerify: 'verify',
  pointRestore: 'restore',
  look: 'look',
  witness: 'witness',
}

interface Props {
  readonly detail: TicketDetail
  readonly turn: TicketTurn
  /** The button of the ticket's bar for this step; null where it is done at a point, a person or in a tab. */
  readonly barButton: ((step: TurnStep) => React.ReactNode) | null
  onBegin(step: TurnStep): void
}

/** Under the title: one sentence and one button for whoever looks, or what the ticket waits for and how he is reached. */
export function TurnNow({ detail, turn, barButton, onBegin }: Props) {
  const [doing, setDoing] = useState<{ action: PointActionKey; pointId: string } | null>(null)
  const { mine, since } = turn
  const end = useEndOfStep()
  useBegun(({ act, pointId }) => {
    const action = pointActs[act]
    if (action !== undefined && pointId !== null) setDoing({ action, pointId })
    // Its button stands here, or above the page.
    if (act === 'readLock' || act === 'removalAck') end()
  })
  const point = doing && detail.points.find(({ pointId }) => pointId === doing.pointId)
  return (
    <section className={mine ? 'turn turn-mine' : 'turn'} aria-label="轮到谁">
      {mine ? (
        <>
          <p className="turn-sentence">
            <span>
              {mine.isOwnWay ? '您可以' : '轮到您'}：<b>{mine.text}</b>
            </span>
            {since !== null && !mine.isOwnWay && (
              <small>
                <Age at={since} />起
              </small>
            )}
          </p>
          <Act step={mine} detail={detail} barButton={barButton} onBegin={onBegin} />
        </>
      ) : (
        <WaitsFor turn={turn} />
      )}
      {doing && point && (
        <PointDialog
          action={doing.action}
          point={point}
          ticket={detail.ticket}
          onClose={() => {
            setDoing(null)
            end()
          }}
        />
      )}
    </section>
  )
}

function Act({ step, detail, barButton, onBegin }: Omit<Props, 'turn'> & { step: TurnStep }) {
  if (step.act === 'readLock') return <ReadLocks detail={detail} />
  const isAtPoint = pointActs[step.act] !== undefined && step.pointId !== null
  if (!isAtPoint && barButton) return barButton(step)
  if (step.act === 'removalAck') return null
  return (
    <Button block type="primary" size="large" onClick={() => onBegin(step)}>
      {step.text}
    </Button>
  )
}
