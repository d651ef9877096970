import { boardEndpoints } from '@suoan/contract'
import { PageHeader } from '@suoan/ui/page-header'
import { useQuery } from '@tanstack/react-query'
import { Col, Row, Statistic } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../request/call.ts'
import { useCan } from '../../session/Can.tsx'
import { homePath } from '../../session/guard.ts'
import { greetingAt } from '../../session/login/greeting.ts'
import { menuEntries } from '../../session/menu-pages.ts'
import { useSession } from '../../session/session-store.ts'
import { EmptyState } from '../../shell/states/EmptyState.tsx'
import { ErrorState } from '../../shell/states/ErrorState.tsx'
import '../account/account.css'
import { OwnAvatar } from '../account/OwnAvatar.tsx'
import { ownPlaceQuery } from '../account/own-user.ts'
import { workplacePath } from '../account/settings-path.ts'
import '../board/board.css'
import { LatestEvents } from '../board/LatestEvents.tsx'
import { TodoList } from '../board/TodoList.tsx'
import './home.css'

/** Links of 快速开始: enough for a glance, the menu has the rest. */
const QUICK = 12

/** 工作台: what waits for me, what happens, my ways and my team (5-screens.md §9.6). */
export default function WorkplacePage() {
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  const menu = useSession((session) => session.permissions?.menu)
  const mayBoard = useCan('lo:board:list')
  const [greeting] = useState(() => greetingAt(new Date().getHours()))
  const place = useQuery(ownPlaceQuery)
  const summary = useQuery({
    queryKey: ['resource', 'board', 'summary'],
    queryFn: ({ signal }) => call(boardEndpoints.summary, {}, { signal, quiet: true }),
    enabled: mayBoard,
  })
  const links = useMemo(
    () =>
      menuEntries(menu ?? [])
        .flatMap((entry) => (entry.children.length > 0 ? entry.children : [entry]))
        .filter((entry) => entry.key !== homePath && !entry.external)
        .slice(0, QUICK),
    [menu],
  )
  const name = user?.realname ?? ''
  const roles = place.data?.roles.join('、')
  return (
    <>
      <PageHeader
        title={`${greeting}，${name}，先检查，再上锁；先验电，再作业`}
        crumbs={[
          { title: '首页', path: homePath },
          { title: '工作台', path: workplacePath },
        ]}
        onCrumb={(path) => void navigate(path)}
        avatar={<OwnAvatar name={name} avatar={user?.avatar ?? null} size={64} />}
        content={[roles, place.data?.departs.join('、')].filter(Boolean).join(' | ')}
        extra={
          summary.data && (
            <div className="board-numbers">
              <Statistic title="今日作业" value={summary.data.tickets.today} />
              <Statistic title="执行中" value={summary.data.tickets.executing} />
              <Statistic title="在场人数" value={summary.data.tickets.onSite} />
            </div>
          )
        }
      />
      <Row gutter={[12, 12]} className="workplace">
        <Col xs={24} lg={16}>
          <div className="board">
            {mayBoard ? (
              <TodoList />
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
            <section className="card home-group">
              <h3>快速开始 / 便捷导航</h3>
              <div className="home-links">
                {links.map((entry) => (
                  <button key={entry.key} type="button" onClick={() => void navigate(entry.key)}>
                    {entry.title}
                  </button>
                ))}
              </div>
              {links.length === 0 && <EmptyState text="还没有可用的功能，请联系管理员分配角色" />}
            </section>
            <section className="card">
              <h3>团队</h3>
              {place.isError ? (
                <ErrorState error={place.error} onRetry={() => void place.refetch()} />
              ) : place.data?.team.length === 0 ? (
                <EmptyState text="当前部门没有其他人员" />
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
