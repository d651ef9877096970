import { ExclamationCircleFilled, LogoutOutlined } from '@ant-design/icons'
import {
  externalPersonEndpoints as calls,
  workTicketEndpoints as tickets,
  type BadgeHolder,
  type PersonInside,
} from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { newUlid } from '@suoan/kit/id'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'
import { useState } from 'react'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { ageText } from '@suoan/console-base/status/wire-time.ts'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { TextDialog } from '@suoan/console-base/text-dialog/TextDialog.tsx'
import { ScanInput } from '../../scan/ScanInput.tsx'
import { ticketKey } from '../ticket-queries.ts'
import { usePlace } from '../use-place.ts'
import { TicketDesk } from '../TicketDesk.tsx'
import { findInside, isPassCode } from './find-inside.ts'
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
  const [words, setWords] = useState('')
  const place = usePlace()
  const now = useNow(1_000)
  const holder = useQuery({
    queryKey: [...ticketKey, 'badge', words.trim()],
    queryFn: ({ signal }) => call(calls.byBadge, { code: words.trim() }, { signal, quiet: true }),
    enabled: isPassCode(words),
    retry: false,
  })
  if (query.isPending) return <LoadingState />
  if (!query.data)
    return (
      <div className="card">
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  const { people, unnamed } = query.data
  const found = isPassCode(words)
    ? people.filter((each) => each.personId === holder.data?.externalId)
    : findInside(people, words)
  const areas = [...new Set(found.map((each) => each.areaCode))].map((code) => ({
    code,
    people: found.filter((each) => each.areaCode === code),
    all: people.filter((each) => each.areaCode === code).length,
  }))
  const isOld = query.isError || now - query.dataUpdatedAt > 60_000
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
      {people.length > 0 && (
        <div className="inside-search" role="search">
          <ScanInput
            aria-label="查找在场人员"
            maxLength={100}
            placeholder="姓名、单位、电话、区域，或通行码"
            value={words}
            onChange={setWords}
          />
          {words.trim() !== '' && (
            <Found
              words={words}
              count={found.length}
              all={people.length}
              holder={holder}
              onClear={() => setWords('')}
            />
          )}
        </div>
      )}
      {areas.map((area) => (
        <section key={area.code} className="inside-area">
          <header>
            <b>{area.people[0]?.areaName || area.code}</b>
            <Tag color="processing">
              {area.people.length < area.all ? `${area.people.length} / ${area.all} 人` : `${area.all} 人`}
            </Tag>
          </header>
          <ul>
            {area.people.map((person) => (
              <li key={person.id} className={`inside-person${person.alarm ? ' is-late' : ''}`}>
                <p>
                  <b>{person.name}</b> <Tag>{labelOf('lo_role_tag', person.roleTag)}</Tag>
                  <SourceTag person={person} />
                </p>
                <p>
                  {person.inTime === null
                    ? '进场时间未记录'
                    : `${person.inTime.slice(5, 16)} 进场，已 ${stayText(person.minutes ?? 0)}`}
                </p>
                <p className="hint">
                  {[person.company, person.staffNo && `工号 ${person.staffNo}`, person.phone, person.place]
                    .filter(Boolean)
                    .join(' · ')}
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

/** What the words have found. The number of all stays in the head of the page: a search is no count of the people inside. */
function Found({ words, count, all, holder, onClear }: FoundProps) {
  const isBadge = isPassCode(words)
  if (isBadge && holder.isPending) return <p className="hint">正在核对通行码…</p>
  if (isBadge && !holder.data) return <Alert type="warning" showIcon title={failureText(holder.error)} />
  if (count > 0)
    return (
      <p className="hint" aria-live="polite">
        {isBadge ? `通行码属于 ${holder.data?.personName}` : `找到 ${count} 人`}，全部在场 {all} 人{' '}
        <Button type="link" className="link" onClick={onClear}>
          显示全部
        </Button>
      </p>
    )
  return (
    <EmptyState
      text={
        isBadge
          ? `${holder.data?.personName} 没有登记在场。未登记不等于不在现场，清点时请当面核对`
          : `在场的 ${all} 人中没有“${words.trim()}”。可换用姓名、单位、电话或区域再查`
      }
    >
      <Button onClick={onClear}>显示全部 {all} 人</Button>
    </EmptyState>
  )
}

interface FoundProps {
  readonly words: string
  readonly count: number
  /** How many are inside in all. */
  readonly all: number
  /** Whose badge the words are, where they are one. */
  readonly holder: UseQueryResult<BadgeHolder>
  onClear(): void
}

/** Where somebody without an account comes from, unless his role says the same word. */
function SourceTag({ person }: { person: PersonInside }) {
  const source = labelOf('lo_person_source', person.personSource)
  return person.hasAccount || source === labelOf('lo_role_tag', person.roleTag) ? null : (
    <Tag color="warning">{source}</Tag>
  )
}

const stayText = (minutes: number): string =>
  minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分钟`
