import { monitorEndpoints as calls } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress, Typography } from 'antd'
import { call } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { sizeText } from './figures.ts'
import { MonitorPage } from './MonitorPage.tsx'

const colorOf = (used: number): string =>
  used >= 90 ? 'var(--danger)' : used >= 80 ? 'var(--warn)' : 'var(--ok)'

/** 磁盘监控 (5-screens.md §8.7): a gauge for each volume of the server, with how much of it is used. */
export default function DiskPage() {
  const disks = useQuery({
    queryKey: ['monitor-disks'],
    queryFn: ({ signal }) => call(calls.disks, {}, { signal }),
    refetchInterval: 60_000,
  })
  return (
    <MonitorPage query={disks}>
      {(volumes) => (
        <>
          <Typography.Title level={5} className="monitor-title">
            磁盘监控{' '}
            <Button type="link" size="small" loading={disks.isFetching} onClick={() => void disks.refetch()}>
              刷新
            </Button>
          </Typography.Title>
          {volumes.length === 0 ? (
            <EmptyState text="没有可以读取的磁盘" />
          ) : (
            <div className="monitor-disks">
              {volumes.map(({ name, max, rest, restPPT, holds }) => (
                <section key={name}>
                  <h3>{name}</h3>
                  <Progress
                    type="dashboard"
                    percent={restPPT}
                    status="normal"
                    strokeColor={colorOf(restPPT)}
                    aria-label={`${name} 已用 ${restPPT}%`}
                  />
                  <p>
                    可用 {sizeText(rest)}，共 {sizeText(max)}
                  </p>
                  {holds !== '' && <p>{holds}</p>}
                </section>
              ))}
            </div>
          )}
        </>
      )}
    </MonitorPage>
  )
}
