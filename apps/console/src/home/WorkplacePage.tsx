import { useQuery } from '@tanstack/react-query'
import { Col, Row } from 'antd'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import '@suoan/console-admin/account/account.css'
import { OwnAvatar } from '@suoan/console-admin/account/OwnAvatar.tsx'
import { ownPlaceQuery } from '@suoan/console-admin/account/own-user.ts'
import '@suoan/console-safety/board/board.css'
import { Conduct } from '@suoan/console-safety/board/Conduct.tsx'
import { LatestEvents, useLatestEvents } from '@suoan/console-safety/board/LatestEvents.tsx'
import { OwnDay } from '@suoan/console-safety/work-tickets/turn/OwnDay.tsx'
import { OwnTurns } from '@suoan/console-safety/work-tickets/turn/OwnTurns.tsx'
import { ownDayQuery, ownTurnsQuery } from '@suoan/console-safety/work-tickets/turn/turn-queries.ts'
import './home.css'
import { QuickLinks } from './QuickLinks.tsx'

/** 工作台: what is mine to do now, my tickets, what ends today, my locks; then what happens, my ways and my team (5-screens.md §9.6). */
export default function WorkplacePage() {
  const mayBoard = useCan('lo:board:list')
  const place = useQuery(ownPlaceQuery)
  const [turns, day, events] = [useQuery(ownTurnsQuery), useQuery(ownDayQuery), useLatestEvents()]
  // What stands below the first card would be pushed down by each answer that is longer than its skeleton.
  if ([turns, day, events, place].some(({ isLoading }) => isLoading))
    return (
      <div className="board">
        <OwnTurns />
      </div>
    )
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={16}>
        <div className="board">
          <OwnTurns />
          <LatestEvents />
        </div>
      </Col>
      <Col xs={24} lg={8}>
        <div className="board">
          <OwnDay />
          <QuickLinks most={12} />
          {mayBoard && <Conduct />}
          <section className="card">
            <h3>团队</h3>
            <OrError query={place}>
              {place.data?.team.length === 0 ? (
                <EmptyState
                  text={
                    place.data.departs.length === 0
                      ? '您还没有部门，请联系管理员分配'
                      : '当前部门没有其他人员'
                  }
                />
              ) : (
                <ul className="account-team">
                  {place.data?.team.map((mate) => (
                    <li key={mate.id} title={mate.realname}>
                      <OwnAvatar name={mate.realname} avatar={mate.avatar} size={28} />
                      <span>{mate.realname}</span>
                    </li>
                  ))}
                </ul>
              )}
            </OrError>
          </section>
        </div>
      </Col>
    </Row>
  )
}
