import { PageHeader } from '@suoan/ui/page-header'
import { useQuery } from '@tanstack/react-query'
import { Col, Row, Statistic } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { homePath } from '@suoan/console-base/session/guard.ts'
import { greetingAt } from '@suoan/console-base/session/login/greeting.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import '@suoan/console-admin/account/account.css'
import { OwnAvatar } from '@suoan/console-admin/account/OwnAvatar.tsx'
import { ownPlaceQuery } from '@suoan/console-admin/account/own-user.ts'
import { workplacePath } from '@suoan/console-admin/account/settings-path.ts'
import '@suoan/console-safety/board/board.css'
import { summaryQuery } from '@suoan/console-safety/board/board-queries.ts'
import { Conduct } from '@suoan/console-safety/board/Conduct.tsx'
import { LatestEvents } from '@suoan/console-safety/board/LatestEvents.tsx'
import { OwnWorks } from '@suoan/console-safety/board/OwnWorks.tsx'
import { TodoList } from '@suoan/console-safety/board/TodoList.tsx'
import './home.css'
import { phraseAt } from './phrases.ts'
import { QuickLinks } from './QuickLinks.tsx'

/** 工作台: what waits for me, what happens, my ways and my team (5-screens.md §9.6). */
export default function WorkplacePage() {
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  const mayBoard = useCan('lo:board:list')
  const [greeting] = useState(() => greetingAt(new Date().getHours()))
  const [phrase] = useState(() => phraseAt(Math.random()))
  const place = useQuery(ownPlaceQuery)
  const summary = useQuery({ ...summaryQuery, enabled: mayBoard })
  const name = user?.realname ?? ''
  const roles = place.data?.roles.join('、')
  return (
    <>
      <PageHeader
        title={`${greeting}，${name}，${phrase}`}
        crumbs={[
          { title: '首页', path: homePath },
          { title: '工作台', path: workplacePath },
        ]}
        onCrumb={(path) => void navigate(path)}
        avatar={<OwnAvatar name={name} avatar={user?.avatar ?? null} size={64} />}
        content={[roles, place.data?.departs.join('、')].filter(Boolean).join(' | ')}
        extra={
          mayBoard && (
            <div className="board-numbers">
              <Statistic
                title="今日作业"
                loading={summary.isPending}
                value={summary.data?.tickets.today ?? '—'}
              />
              <Statistic
                title="执行中"
                loading={summary.isPending}
                value={summary.data?.tickets.executing ?? '—'}
              />
              <Statistic
                title="在场人数"
                loading={summary.isPending}
                value={summary.data?.tickets.onSite ?? '—'}
              />
            </div>
          )
        }
      />
      <Row gutter={[12, 12]} className="workplace">
        <Col xs={24} lg={16}>
          <div className="board">
            {mayBoard ? (
              <>
                <OwnWorks most={6} />
                <TodoList />
              </>
            ) : (
              <section className="card">
                <EmptyState text="您没有查看作业待办的权限" />
              </section>
            )}
            <LatestEvents />
          </div>
        </Col>
        <Col xs={24} lg={8}>
          <div className="board">
            <QuickLinks most={12} />
            {mayBoard && <Conduct />}
            <section className="card">
              <h3>团队</h3>
              {place.isError ? (
                <ErrorState error={place.error} onRetry={() => void place.refetch()} />
              ) : place.data?.team.length === 0 ? (
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
            </section>
          </div>
        </Col>
      </Row>
    </>
  )
}
