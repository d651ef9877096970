import { lockLog, type Page, type Presented } from '@suoan/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { request } from '@suoan/console-base/request/client.ts'
import { useCanVerb } from '@suoan/console-base/session/Can.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'

const latestQuery = queryOptions({
  queryKey: ['resource', 'lockLog', 'latest'],
  queryFn: async ({ signal }) => {
    const query = { pageNo: '1', pageSize: '20', column: 'occurTime', order: 'desc' }
    const input = { method: 'GET', path: `${lockLog.path}/list`, query, signal, quiet: true } as const
    return (await request<Page<Presented<typeof lockLog>>>(input)).result.records
  },
  refetchInterval: 30_000,
})

/** The latest events of locks, as far as the caller may read them. */
export const useLatestEvents = () => useQuery({ ...latestQuery, enabled: useCanVerb(lockLog, 'list') })

/** The latest events of locks, newest first. */
export function LatestEvents() {
  const may = useCanVerb(lockLog, 'list')
  const events = useLatestEvents()
  return (
    <section className="card">
      <h3>最近事件</h3>
      {!may ? (
        <EmptyState text="您没有查看锁具日志的权限" />
      ) : (
        <Answered query={events}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState text="还没有锁具事件；锁上线后会自动出现" />
            ) : (
              <ul className="board-list">
                {rows.map((row) => (
                  <li key={row.id}>
                    <div>
                      <b>{row.eventType_dictText ?? row.eventType}</b>
                      <span className="grow">
                        {row.lockCode} {row.lockName}
                        <br />
                        <small>
                          {[row.areaName, row.userName, row.workNo].filter(Boolean).join(' · ') || '—'}
                        </small>
                      </span>
                      <small>
                        <Age at={row.occurTime} />
                      </small>
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </Answered>
      )}
    </section>
  )
}
