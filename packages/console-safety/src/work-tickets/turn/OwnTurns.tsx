import { EnvironmentOutlined, RightOutlined } from '@ant-design/icons'
import { ticketPath, type TicketTurn } from '@suoan/contract'
import { pieceOf } from '@suoan/domain/work-ticket'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useNavigate } from 'react-router'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { TicketBadge } from '../../status/TicketBadge.tsx'
import { ownTurnsQuery } from './turn-queries.ts'
import { waitedFor, waitText } from './turn-words.ts'
import './turn.css'

/** The ticket's page, with what is his to do there already begun. */
const placeOf = ({ workId, mine }: TicketTurn): string => ticketPath(workId, mine ? pieceOf(mine) : undefined)

const isHisTurn = ({ mine }: TicketTurn): boolean => mine !== null && !mine.isOwnWay

/** The first thing on the home page: what is the caller's to do now, with one button; below it his other tickets. */
export function OwnTurns({ onlyMine = false }: { onlyMine?: boolean }) {
  const turns = useQuery(ownTurnsQuery)
  if (turns.isPending)
    return onlyMine ? null : (
      <section className="card turn-first-coming">
        <Skeleton active paragraph={{ rows: 3 }} />
      </section>
    )
  if (!turns.data)
    return onlyMine ? null : (
      <section className="card">
        <ErrorState error={turns.error} onRetry={() => void turns.refetch()} />
      </section>
    )
  const mine = turns.data.filter(isHisTurn)
  if (onlyMine && mine.length === 0) return null
  // Where nothing waits for him, what he may do himself: coming in and going out.
  const first = mine[0] ?? turns.data.find((turn) => turn.mine !== null)
  const others = [...mine, ...turns.data.filter((turn) => !isHisTurn(turn))].filter((turn) => turn !== first)
  // Below the button: coming above it, it would move that from under the finger.
  const kept = <KeptNote of="本页" query={turns} />
  const title = first ? '我的其他工作票' : '我的工作票'
  if (onlyMine)
    return first ? (
      <>
        <FirstTurn turn={first} more={mine.length - 1} />
        {kept}
      </>
    ) : null
  return (
    <>
      {first ? (
        <FirstTurn turn={first} more={mine.length - 1} />
      ) : (
        <section className="card turn-first" aria-label="轮到您">
          <h2>现在没有轮到您的事</h2>
          <p className="turn-place">轮到您时，这里会出现要做的一步；您也会收到消息。</p>
        </section>
      )}
      {kept}
      <section className="card" aria-label={title}>
        {/* The number is that of the rows below it: the first stands above, in its own card. */}
        <h3>
          {title}（{others.length}）
        </h3>
        {turns.data.length === 0 ? (
          <EmptyState text="您现在没有参加作业；被列入工作票或需要您审核、审批时会出现在这里" />
        ) : others.length === 0 ? (
          <p className="turn-place">只有上面这一张。</p>
        ) : (
          <ul className="turn-rows">
            {others.map((turn) => (
              <TurnRow key={turn.workId} turn={turn} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function FirstTurn({ turn, more }: { turn: TicketTurn; more: number }) {
  const navigate = useNavigate()
  const { mine, workName, workNo, place, since } = turn
  if (!mine) return null
  return (
    <section className="card turn-first turn-mine" aria-label="轮到您">
      <h2>
        {mine.isOwnWay ? '您可以' : '轮到您'}：{mine.text}（{workName}）
      </h2>
      <p className="turn-place">
        <EnvironmentOutlined /> {place} · {workNo}
        {since !== null && !mine.isOwnWay && (
          <>
            {' '}
            · <Age at={since} />
            起等您
          </>
        )}
      </p>
      <Button block type="primary" size="large" onClick={() => void navigate(placeOf(turn))}>
        去办理
      </Button>
      {more > 0 && <p className="turn-others">另有 {more} 张工作票也轮到您</p>}
    </section>
  )
}

function TurnRow({ turn }: { turn: TicketTurn }) {
  const navigate = useNavigate()
  const { mine, workName, workNo, workStatus, execPhase, validEnd } = turn
  const [step] = waitedFor(turn)
  return (
    <li>
      <button type="button" onClick={() => void navigate(placeOf(turn))}>
        <span className="turn-row-name">
          <b>{workName}</b>
          <small>
            {workNo} · 截止 {validEnd.slice(5, 16)}
          </small>
        </span>
        <span className="turn-row-step">
          {mine && !mine.isOwnWay ? <b>轮到您：{mine.text}</b> : step ? waitText(step) : '没有待办的步骤'}
          {mine?.isOwnWay && <small>您可以：{mine.text}</small>}
        </span>
        <TicketBadge ticket={{ workStatus, execPhase, voidFlag: 0 }} />
        <RightOutlined />
      </button>
    </li>
  )
}
