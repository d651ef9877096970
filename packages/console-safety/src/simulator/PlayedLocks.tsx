import {
  demoEndpoints,
  lockPressKeys,
  lockPresses,
  playedFaultKeys,
  playedFaults,
  type LockPress,
  type PlayedFault,
  type PlayedLock,
} from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Dropdown, Input, Table } from 'antd'
import { useState, type ReactNode } from 'react'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'

const words: Readonly<Record<number, string>> = { 0: '开', 1: '关', 2: '动作中' }
const stateOf = ({ latch, shackle }: PlayedLock): string =>
  latch === shackle
    ? (words[latch] ?? '未知')
    : `锁舌${words[latch] ?? '未知'}、锁梁${words[shackle] ?? '未知'}`

/** Every lock that is played, with what a hand may do to it and what may be wrong with it. */
export function PlayedLocks() {
  const client = useQueryClient()
  const isMobile = useIsMobile()
  const [asked, setAsked] = useState('')
  const locks = useQuery({
    queryKey: ['demo', 'locks'],
    queryFn: ({ signal }) => call(demoEndpoints.locks, {}, { signal, quiet: true }),
    refetchInterval: 5_000,
  })
  const again = () => client.invalidateQueries({ queryKey: ['demo', 'locks'] })
  const press = useMutation({
    mutationFn: (given: { sn: string; press: LockPress }) => call(demoEndpoints.press, given),
    onSuccess(_, given) {
      void feedback().message.success(`${given.sn}：已模拟${lockPresses[given.press]}`)
      return again()
    },
    onError: showFailure,
  })
  const fault = useMutation({
    mutationFn: (given: { sn: string; fault: PlayedFault; on: boolean }) => call(demoEndpoints.fault, given),
    onSuccess: again,
    onError: showFailure,
  })
  if (locks.isPending) return <LoadingState rows={6} />
  if (!locks.data) return <ErrorState error={locks.error} onRetry={() => void locks.refetch()} />
  const wanted = asked.trim().toLowerCase()
  const shown = locks.data.filter((lock) =>
    [lock.lockCode, lock.lockName, lock.areaName].some((text) => text.toLowerCase().includes(wanted)),
  )
  const actions = (lock: PlayedLock): ReactNode => (
    <span className="simulator-actions">
      <Button onClick={() => press.mutate({ sn: lock.sn, press: lock.latch === 1 ? 'open' : 'close' })}>
        {lock.latch === 1 ? '开锁' : '关锁'}
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items: lockPressKeys
            .filter((key) => key !== 'open' && key !== 'close')
            .map((key) => ({
              key,
              label: lockPresses[key],
              onClick: () => press.mutate({ sn: lock.sn, press: key }),
            })),
        }}
      >
        <Button aria-label={`${lock.lockCode} 的其他操作`}>其他</Button>
      </Dropdown>
    </span>
  )
  const faults = (lock: PlayedLock): ReactNode => (
    <span className="simulator-faults">
      {playedFaultKeys
        .filter((key) => key !== 'outOfReach' || lock.canLoseReach)
        .map((key) => (
          <Checkbox
            key={key}
            checked={lock.faults.includes(key)}
            onChange={({ target }) => fault.mutate({ sn: lock.sn, fault: key, on: target.checked })}
          >
            {playedFaults[key]}
          </Checkbox>
        ))}
    </span>
  )
  const empty = (
    <EmptyState text={`没有名称、编号或区域含“${asked}”的锁具`}>
      <Button onClick={() => setAsked('')}>清空条件</Button>
    </EmptyState>
  )
  return (
    <section aria-labelledby="simulator-locks">
      <h2 id="simulator-locks">
        锁具 <small>{shown.length}</small>
      </h2>
      <KeptNote query={locks} />
      <Input.Search
        className="simulator-search"
        allowClear
        placeholder="编号、名称或区域"
        aria-label="查找锁具"
        value={asked}
        onChange={({ target }) => setAsked(target.value)}
      />
      {isMobile ? (
        shown.length === 0 ? (
          empty
        ) : (
          <ul className="simulator-cards">
            {shown.slice(0, 50).map((lock) => (
              <li key={lock.sn}>
                <b>
                  {lock.lockCode} {lock.lockName}
                </b>
                <small>
                  {lock.areaName} · {stateOf(lock)} · 电量 {lock.battery} %
                </small>
                {actions(lock)}
                {faults(lock)}
              </li>
            ))}
          </ul>
        )
      ) : (
        <Table<PlayedLock>
          size="middle"
          rowKey="sn"
          dataSource={shown}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          locale={{ emptyText: empty }}
          scroll={{ x: 900 }}
          columns={[
            { title: '锁具', key: 'lock', render: (_, lock) => `${lock.lockCode} ${lock.lockName}` },
            {
              title: '用途',
              key: 'purpose',
              width: 110,
              render: (_, lock) => labelOf('lo_lock_purpose', lock.lockPurpose),
            },
            { title: '区域', dataIndex: 'areaName', width: 130 },
            { title: '现在', key: 'state', width: 120, render: (_, lock) => stateOf(lock) },
            { title: '电量(%)', dataIndex: 'battery', width: 90, align: 'right' },
            { title: '操作', key: 'do', width: 150, render: (_, lock) => actions(lock) },
            { title: '故障', key: 'faults', width: 300, render: (_, lock) => faults(lock) },
          ]}
        />
      )}
    </section>
  )
}
