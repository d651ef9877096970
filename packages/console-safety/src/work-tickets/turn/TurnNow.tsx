import type { TicketDetail, TicketTurn, TurnStep } from '@suoan/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { PointDialog } from '../page/PointDialog.tsx'
import type { PointActionKey } from '@suoan/contract'
import { ReadLocks } from './ReadLocks.tsx'
import { tabOf, type TicketTab } from './turn-words.ts'
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
  onTab(tab: TicketTab): void
}

/** Under the title: one sentence and one button for whoever looks, or what the ticket waits for and how he is reached. */
export function TurnNow({ detail, turn, barButton, onTab }: Props) {
  const [doing, setDoing] = useState<{ action: PointActionKey; pointId: string } | null>(null)
  const { mine, since } = turn
  const point = doing && detail.points.find(({ pointId }) => pointId === doing.pointId)
  return (
    <section className={mine ? 'turn turn-mine' : 'turn'} aria-label="轮到谁">
      {mine ? (
        <>
          <p className="turn-sentence">
            {mine.isOwnWay ? '您可以' : '轮到您'}：<b>{mine.text}</b>
            {since !== null && !mine.isOwnWay && (
              <small>
                <Age at={since} />起
              </small>
            )}
          </p>
          <Act
            step={mine}
            detail={detail}
            barButton={barButton}
            onTab={onTab}
            onPoint={(action, pointId) => setDoing({ action, pointId })}
          />
        </>
      ) : (
        <WaitsFor turn={turn} />
      )}
      {doing && point && (
        <PointDialog
          action={doing.action}
          point={point}
          workId={detail.ticket.id}
          onClose={() => setDoing(null)}
        />
      )}
    </section>
  )
}

function Act({
  step,
  detail,
  barButton,
  onTab,
  onPoint,
}: Omit<Props, 'turn'> & { step: TurnStep; onPoint(action: PointActionKey, pointId: string): void }) {
  if (step.act === 'readLock') return <ReadLocks detail={detail} />
  const pointAction = pointActs[step.act]
  if (pointAction !== undefined && step.pointId !== null) {
    const { pointId } = step
    return (
      <Button block type="primary" size="large" onClick={() => onPoint(pointAction, pointId)}>
        {step.text}
      </Button>
    )
  }
  if (barButton) return barButton(step)
  const tab = tabOf(step)
  if (tab === null) return null
  return (
    <Button block type="primary" size="large" onClick={() => onTab(tab)}>
      去办理：{step.text}
    </Button>
  )
}
