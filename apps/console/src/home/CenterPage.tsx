import {
  ApartmentOutlined,
  ClockCircleOutlined,
  IdcardOutlined,
  TagsOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Col, Divider, Row, Skeleton, Tabs } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { homePath } from '@suoan/console-base/session/guard.ts'
import { leavesOf, menuEntries } from '@suoan/console-base/session/menu-pages.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { ownWorksQuery, waitingQuery } from '@suoan/console-safety/board/board-queries.ts'
import { OwnWorks } from '@suoan/console-safety/board/OwnWorks.tsx'
import { TodoList } from '@suoan/console-safety/board/TodoList.tsx'
import '@suoan/console-safety/board/board.css'
import { OwnPages } from '@suoan/console-admin/account/OwnPages.tsx'
import { OwnTags } from '@suoan/console-admin/account/OwnTags.tsx'
import { OwnAvatar } from '@suoan/console-admin/account/OwnAvatar.tsx'
import { ownPlaceQuery, ownUserQuery } from '@suoan/console-admin/account/own-user.ts'
import { Sessions } from '@suoan/console-admin/account/Sessions.tsx'
import { settingsPath } from '@suoan/console-admin/account/settings-path.ts'
import '@suoan/console-admin/account/account.css'

/** 个人中心: who I am on the plant, what waits for me, where I am signed in (5-screens.md §10.1). */
export default function CenterPage() {
  const navigate = useNavigate()
  const mayTodo = useCan('lo:board:list')
  const user = useQuery(ownUserQuery)
  const place = useQuery(ownPlaceQuery)
  const todo = useQuery({ ...waitingQuery, enabled: mayTodo })
  const works = useQuery({ ...ownWorksQuery, enabled: mayTodo })
  const menu = useSession((session) => session.permissions?.menu)
  const groups = useMemo(() => menuEntries(menu ?? []).filter(({ key }) => key !== homePath), [menu])
  if ((!user.data && user.isError) || (!place.data && place.isError))
    return (
      <div className="card">
        <ErrorState
          error={user.error ?? place.error}
          onRetry={() => {
            void user.refetch()
            void place.refetch()
          }}
        />
      </div>
    )
  if (!user.data || !place.data)
    return (
      <Row gutter={[12, 12]}>
        <Col xs={24} lg={7}>
          <div className="card account-coming">
            <Skeleton active avatar={{ size: 104 }} paragraph={{ rows: 8 }} />
          </div>
        </Col>
        <Col xs={24} lg={17}>
          <div className="card account-coming">
            <Skeleton active paragraph={{ rows: 8 }} />
          </div>
        </Col>
      </Row>
    )
  const { username, realname, avatar, workNo } = user.data
  const name = realname ?? username
  const { roles, departs, team, lastLogin, motto, tags } = place.data
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={7}>
        <div className="card account-me">
          <KeptNote query={[user, place]} />
          <OwnAvatar name={name} avatar={avatar} size={104} />
          <h2>{name}</h2>
          <p>{motto || '还没有个人简介，可以在个人设置里填写'}</p>
          <p className="account-hint">{workNo ? `工号 ${workNo}` : username}</p>
          <ul className="account-lines">
            <li>
              <IdcardOutlined /> {roles.join('、') || '还没有角色，请联系管理员分配'}
            </li>
            <li>
              <ApartmentOutlined /> {departs.join('、') || '还没有部门，请联系管理员分配'}
            </li>
            <li>
              <ClockCircleOutlined />{' '}
              {lastLogin
                ? `另一处登录 ${lastLogin.time}（${lastLogin.ip ?? '地址未知'}）`
                : '没有在其他地方登录'}
            </li>
          </ul>
          <Button block onClick={() => void navigate(settingsPath)}>
            个人设置
          </Button>
          <Divider dashed titlePlacement="start">
            <TagsOutlined /> 标签
          </Divider>
          <OwnTags tags={tags} />
          <Divider dashed titlePlacement="start">
            <TeamOutlined /> 团队
          </Divider>
          {team.length === 0 ? (
            <EmptyState
              text={departs.length === 0 ? '您还没有部门，请联系管理员分配' : '当前部门没有其他人员'}
            />
          ) : (
            <ul className="account-team">
              {team.map((mate) => (
                <li key={mate.id} title={mate.realname}>
                  <OwnAvatar name={mate.realname} avatar={mate.avatar} size={28} />
                  <span>{mate.realname}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Col>
      <Col xs={24} lg={17}>
        <div className="card">
          <Tabs
            items={[
              {
                key: 'todo',
                label: countOf('待办', todo.data),
                children: mayTodo ? (
                  <TodoList title={false} />
                ) : (
                  <EmptyState text="您没有查看作业待办的权限" />
                ),
              },
              {
                key: 'apps',
                label: `应用(${leavesOf(groups).length})`,
                children: <OwnPages groups={groups} />,
              },
              ...(mayTodo
                ? [
                    {
                      key: 'works',
                      label: countOf('作业', works.data),
                      children: <OwnWorks most={60} title={false} />,
                    },
                  ]
                : []),
              { key: 'sessions', label: '登录设备', children: <Sessions /> },
            ]}
          />
        </div>
      </Col>
    </Row>
  )
}

/** How many there are is said once it is known: a list on its way, or one that failed, is not an empty one. */
const countOf = (title: string, rows: readonly unknown[] | undefined) =>
  rows ? `${title}(${rows.length})` : title
