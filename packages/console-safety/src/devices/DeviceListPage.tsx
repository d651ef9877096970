import { device, type DeviceLogin } from '@suoan/contract'
import { deviceStatus } from '@suoan/domain/dictionaries'
import { PlusOutlined } from '@ant-design/icons'
import { Segmented, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import type { RowAction } from '@suoan/console-base/resource/row-action.ts'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { deviceActions, DeviceActionDialog, type DeviceAction } from './DeviceActionDialog.tsx'
import './devices.css'

const EnrollDialog = lazyPart('EnrollDialog', () => import('./EnrollDialog.tsx').then((m) => m.EnrollDialog))
const SecretsDialog = lazyPart('SecretsDialog', () =>
  import('./SecretsDialog.tsx').then((m) => m.SecretsDialog),
)
const ReadingsDrawer = lazyPart('ReadingsDrawer', () =>
  import('./ReadingsDrawer.tsx').then((m) => m.ReadingsDrawer),
)
const PhonesPanel = lazyPart('PhonesPanel', () => import('./PhonesPanel.tsx').then((m) => m.PhonesPanel))
const GapsDrawer = lazyPart('GapsDrawer', () => import('./GapsDrawer.tsx').then((m) => m.GapsDrawer))

type Device = RowOf<typeof device.fields>

/** A device without a secret cannot connect: 登记设备 takes the place of 新增. */
const listed = { ...device, verbs: device.verbs.filter((verb) => verb !== 'add') }

const snOf = (row: Device): string => row.deviceSn ?? ''
const nameOf = (row: Device): string => [row.deviceSn, row.deviceName].filter(Boolean).join(' ')

/** 网关与设备: what connects, how it is, and letting devices in and out. */
export default function DeviceListPage() {
  const isMobile = useIsMobile()
  const [view, setView] = useState<'devices' | 'phones'>('devices')
  const [enrolling, setEnrolling] = useState<(() => void) | null>(null)
  const [acting, setActing] = useState<{ action: DeviceAction; row: Device; reload(): void } | null>(null)
  const [logins, setLogins] = useState<readonly DeviceLogin[] | null>(null)
  const [gapsOf, setGapsOf] = useState<Device | null>(null)
  const [readingsOf, setReadingsOf] = useState<Device | null>(null)
  const actions: RowAction<Device>[] = [
    ...deviceActions.map((action): RowAction<Device> => ({
      key: action.key,
      label: action.label,
      permission: action.permission,
      danger: action.danger,
      when: (row) =>
        action.when(row.status ?? 0, row.kind) &&
        !(action.key === 'rotate' && row.kind === 'LOCK' && Boolean(row.parentSn)),
      run: (row, list) => setActing({ action, row, reload: () => list.reload() }),
    })),
    { key: 'gaps', label: '断号', run: setGapsOf },
    { key: 'readings', label: '读数与指派', when: (row) => row.kind === 'GAS', run: setReadingsOf },
  ]
  return (
    <div className="card">
      <Segmented<'devices' | 'phones'>
        className="device-note"
        value={view}
        onChange={setView}
        options={[
          { value: 'devices', label: '设备' },
          { value: 'phones', label: '手机' },
        ]}
      />
      {view === 'phones' && (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
          <PhonesPanel />
        </Suspense>
      )}
      {view === 'devices' && (
        <ResourceView<typeof device.fields>
          resource={listed}
          list={
            isMobile
              ? ['deviceSn']
              : [
                  'deviceSn',
                  'deviceName',
                  'kind',
                  'status',
                  'parentSn',
                  'areaCode',
                  'lastBirth',
                  'fwVersion',
                  'clockSkewMs',
                  'calibValidTo',
                ]
          }
          columns={isMobile ? phoneColumns : columns}
          rowActions={isMobile ? actions.map((action) => ({ ...action, primary: false })) : actions}
          selectable={!isMobile}
          toolbar={[
            {
              key: 'enroll',
              label: '登记设备',
              icon: <PlusOutlined />,
              primary: true,
              permission: 'lo:device:enroll',
              run: (list) => setEnrolling(() => () => list.reload()),
            },
          ]}
          rowClassName={(row) =>
            row.status === deviceStatus.disabled || row.status === deviceStatus.scrapped ? 'row-off' : ''
          }
          emptyText="还没有设备。点“登记设备”，服务器会为每台设备生成密钥。"
        />
      )}
      {acting && (
        <DeviceActionDialog
          action={acting.action}
          deviceSn={snOf(acting.row)}
          name={nameOf(acting.row)}
          onClose={() => setActing(null)}
          onDone={(login) => {
            acting.reload()
            if (login) setLogins([login])
          }}
        />
      )}
      <Suspense fallback={null}>
        {enrolling && (
          <EnrollDialog
            onClose={() => setEnrolling(null)}
            onDone={(made) => {
              enrolling()
              setLogins(made)
            }}
          />
        )}
        {logins && <SecretsDialog logins={logins} onClose={() => setLogins(null)} />}
        {readingsOf && (
          <ReadingsDrawer
            deviceSn={snOf(readingsOf)}
            name={nameOf(readingsOf)}
            onClose={() => setReadingsOf(null)}
          />
        )}
        {gapsOf && (
          <GapsDrawer deviceSn={snOf(gapsOf)} name={nameOf(gapsOf)} onClose={() => setGapsOf(null)} />
        )}
      </Suspense>
    </div>
  )
}

const columns: ColumnOverrides<Device> = {
  status: { width: 110, render: (row) => <DeviceState status={row.status} /> },
  clockSkewMs: { title: '时钟', width: 140, render: (row) => <Clock row={row} /> },
}

const phoneColumns: ColumnOverrides<Device> = {
  deviceSn: {
    title: '设备 / 状态',
    width: 136,
    render: (row) => (
      <span className="device-cell">
        <strong>{nameOf(row)}</strong>
        <DeviceState status={row.status} />
        <small>
          {[row.kind_dictText, row.areaCode_dictText ?? row.areaCode, row.parentSn && `经由 ${row.parentSn}`]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
    ),
  },
}

function DeviceState({ status }: { status: number | null }) {
  switch (status) {
    case deviceStatus.online:
      return <StatusBadge look={{ text: '在线', icon: 'done', tone: 'success' }} />
    case deviceStatus.offline:
      return <StatusBadge look={{ text: '离线', icon: 'warn', tone: 'warning' }} />
    case deviceStatus.disabled:
      return <StatusBadge look={{ text: '禁用', icon: 'none', tone: 'error' }} />
    case deviceStatus.faulty:
      return <StatusBadge look={{ text: '异常', icon: 'warn', tone: 'error' }} />
    case deviceStatus.scrapped:
      return <StatusBadge look={{ text: '报废', icon: 'none', tone: 'default' }} />
    default:
      return <StatusBadge look={{ text: '未激活', icon: 'none', tone: 'default' }} />
  }
}

/** How far the clock is off, and why it is not believed. */
function Clock({ row }: { row: Device }) {
  if (row.clockNote) return <StatusBadge look={{ text: '不可信', icon: 'warn', tone: 'error' }} />
  if (row.clockSkewMs === null) return <span className="cell-empty">—</span>
  const seconds = Math.round(Math.abs(row.clockSkewMs) / 1000)
  if (seconds <= 2) return <>准</>
  return <>{`${row.clockSkewMs < 0 ? '快' : '慢'} ${seconds} 秒，已换算`}</>
}
