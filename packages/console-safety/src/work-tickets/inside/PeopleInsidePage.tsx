import { ExclamationCircleFilled, LogoutOutlined } from '@ant-design/icons'
import {
  externalPersonEndpoints as calls,
  workTicketEndpoints as tickets,
  type PersonInside,
} from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { newUlid } from '@suoan/kit/id'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'
import { useState } from 'react'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { ageText } from '@suoan/console-base/status/wire-time.ts'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { TextDialog } from '@suoan/console-base/text-dialog/TextDialog.tsx'
import { ticketKey } from '../ticket-queries.ts'
import { usePlace } from '../use-place.ts'
import { TicketDesk } from '../TicketDesk.tsx'
import '@suoan/console-base/resource/resource.css'
import './inside.css'

const askMs = 15_000

/** 在场人员: who is in which area now, since when, with an account or without one; where somebody forgotten is found. */
export default function PeopleInsidePage() {
  return (
    <TicketDesk>
      <Inside />
    </TicketDesk>
  )
}

function Inside() {
  const query = useQuery({
    queryKey: [...ticketKey, 'inside'],
    queryFn: ({ signal }) => call(calls.inside, {}, { signal, quiet: true }),
    refetchInterval: askMs,
    staleTime: 0,
  })
  const [leaver, setLeaver] = useState<PersonInside | null>(null)
  const place = usePlace()
  const now = useNow(1_000)
  if (query.isPending) return <LoadingState />
  if (!query.data)
    return (
      <div className="card">
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  const { people, unnamed } = query.data
  const areas = [...new Set(people.map((each) => each.areaCode))].map((code) => ({
    code,
    people: people.filter((each) => each.areaCode === code),
  }))
  const isOld = query.isError || query.isPaused || now - query.dataUpdatedAt > 60_000
  return (
    <div className="card">
      <div className="inside-head">
        <h2>在场 {people.length + unnamed.reduce((sum, each) => sum + each.count, 0)} 人</h2>
        <span className="hint" aria-live="polite">
          {ageText(query.dataUpdatedAt, now)}更新
        </span>
      </div>
      {isOld && (
        <Alert
          type="error"
          showIcon
          className="gap-bottom"
          title="数据已过时，不能作为撤离清点依据，请检查网络后刷新"
        />
      )}
      {unnamed.map((each) => (
        <Alert
          key={each.workId}
          type="error"
          showIcon
          className="gap-bottom"
          title={`${each.areaName || each.workNo}：另有 ${each.count} 人在场但名单中没有姓名，请到现场清点`}
          action={<Button onClick={() => place.openView(each.workId)}>打开 {each.workNo}</Button>}
        />
      ))}
      {people.length === 0 && unnamed.length === 0 && <EmptyState text="现在没有人登记在场" />}
      {areas.map((area) => (
        <section key={area.code} className="inside-area">
          <header>
            <b>{area.people[0]?.areaName || area.code}</b>
            <Tag color="processing">{area.people.length} 人</Tag>
          </header>
          <ul>
            {area.people.map((person) => (
              <li key={person.id} className={`inside-person${person.alarm ? ' is-late' : ''}`}>
                <p>
                  <b>{person.name}</b> <Tag>{labelOf('lo_role_tag', person.roleTag)}</Tag>
                  {!person.hasAccount && (
                    <Tag color="warning">{labelOf('lo_person_source', person.personSource)}</Tag>
                  )}
                </p>
                <p>
                  {person.inTime === null
                    ? '进场时间未记录'
                    : `${person.inTime.slice(5, 16)} 进场，已 ${stayText(person.minutes ?? 0)}`}
                </p>
                <p className="hint">
                  {[person.company, person.phone, person.place].filter(Boolean).join(' · ')}
                </p>
                {person.alarm && (
                  <p className="sign-bad">
                    <ExclamationCircleFilled /> {person.alarm}
                  </p>
                )}
                <p>
                  <Button type="link" className="link" onClick={() => place.openView(person.workId)}>
                    {person.workNo}
                  </Button>
                </p>
                <Button icon={<LogoutOutlined />} onClick={() => setLeaver(person)}>
                  登记离场
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {leaver && (
        <TextDialog
          title={`登记离场：${leaver.name}`}
          label="如何确认已离场"
          hint="请先确认此人确实已离开作业区域。登记后，能量可能恢复；原因记入作业记录。"
          required
          max={200}
          onClose={() => setLeaver(null)}
          onSend={async (reason) => {
            await call(tickets.personOut, {
              workId: leaver.workId,
              clientOpId: newUlid(),
              personId: leaver.id,
              reason,
            })
            void feedback().message.success(`${leaver.name} 已登记离场`)
            await query.refetch()
          }}
        />
      )}
    </div>
  )
}

const stayText = (minutes: number): string =>
  minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分钟`
