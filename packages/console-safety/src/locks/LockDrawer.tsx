import type { Resource } from '@suoan/contract'
import { cmd, lock as lockResource, lockLog, lockOnoff } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { useQuery } from '@tanstack/react-query'
import { DetailList } from '@suoan/ui/detail-list'
import { Skeleton, Tabs } from 'antd'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { LockBadge } from '../status/LockBadge.tsx'
import { useFreshness } from '@suoan/console-base/realtime/live-store.ts'
import { fieldOf } from '@suoan/console-base/resource/list-row.ts'
import { resourceApi, type RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { CellText } from '@suoan/console-base/resource/widgets/CellText.tsx'
import { useCanVerb } from '@suoan/console-base/session/Can.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { CustodyHistory } from './CustodyHistory.tsx'
import { ExplainCard } from './ExplainCard.tsx'
import './locks.css'

/** Everything about one lock: state, open sessions, log, commands, and who may open it. */
export function LockDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const lock = useQuery({
    queryKey: [...resourceKey(lockResource), 'one', id],
    queryFn: ({ signal }) => resourceApi(lockResource).find(id, signal),
    refetchInterval: useFreshness(),
  })
  const title = lock.data ? `${lock.data.lockCode} ${lock.data.lockName}` : '锁具详情'
  return (
    <AppDrawer size={Math.min(880, innerWidth)} title={title} onClose={onClose} destroyOnHidden>
      <OrError query={lock}>
        {lock.isPending || !lock.data ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : (
          <Tabs
            items={[
              { key: 'state', label: '状态', children: <State row={lock.data} /> },
              { key: 'explain', label: '可以开锁吗', children: <ExplainCard lockId={id} /> },
              { key: 'sessions', label: '开关记录', children: <Part resource={lockOnoff} lockId={id} /> },
              { key: 'log', label: '日志', children: <Part resource={lockLog} lockId={id} /> },
              { key: 'custody', label: '流转', children: <CustodyHistory lockId={id} /> },
              { key: 'commands', label: '指令', children: <Part resource={cmd} lockId={id} /> },
            ]}
          />
        )}
      </OrError>
    </AppDrawer>
  )
}

const shown = [
  'lockTypeId',
  'lockPurpose',
  'areaId',
  'pointId',
  'equipId',
  'custody',
  'keeperId',
  'holderId',
  'ownerUserId',
  'currWorkId',
  'latch',
  'shackle',
  'doorState',
  'battery',
  'battMv',
  'rssi',
  'temp',
  'online',
  'fwVersion',
  'deviceSn',
  'freezeFlag',
  'nextInspect',
  'photo',
]

function State({ row }: { row: RowOf<typeof lockResource.fields> }) {
  return (
    <DetailList
      columns={2}
      items={[
        { key: 'state', label: '锁状态', children: <LockBadge lock={row} />, wide: true },
        { key: 'seen', label: '最近通信', children: <Age at={row.lastSeen} />, wide: true },
        ...shown.flatMap((name) => {
          const field = fieldOf(lockResource, name)
          return field
            ? [{ key: name, label: field.label, children: <CellText field={field} name={name} row={row} /> }]
            : []
        }),
      ]}
    />
  )
}

function Part({ resource, lockId }: { resource: Resource; lockId: string }) {
  const may = useCanVerb(resource, 'list')
  if (!may) return <p>您没有查看{resource.title}的权限，请联系管理员授权。</p>
  return (
    <ResourceView
      resource={resource}
      fixed={{ lockId }}
      stateIn="component"
      search={[]}
      advanced={false}
      selectable={false}
      list={resource.list.filter(
        (name) => !['lockId', 'lockCode', 'lockName', 'areaName', 'areaCode'].includes(name),
      )}
    />
  )
}
