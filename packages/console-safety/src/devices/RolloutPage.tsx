import { rolloutEndpoints, type RolloutRow } from '@suoan/contract'
import { rolloutStages } from '@suoan/domain/device'
import { labelOf } from '@suoan/domain/dictionaries'
import { CloudUploadOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Flex, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { FirmwareDialog } from './FirmwareDialog.tsx'
import { RolloutDialog } from './RolloutDialog.tsx'
import { RolloutDrawer } from './RolloutDrawer.tsx'
import { RolloutProgress, RolloutState } from './RolloutLook.tsx'
import './devices.css'

const key = ['rollouts']

/** 固件与配置: what is sent to devices in stages, how far it is, and stopping it. */
export default function RolloutPage() {
  const isMobile = useIsMobile()
  const client = useQueryClient()
  const mayUpload = useCan('lo:rollout:upload')
  const mayUpdate = useCan('lo:rollout:firmware')
  const mayConfigure = useCan('lo:rollout:config')
  const [open, setOpen] = useState<'upload' | 'OTA' | 'CONFIG' | null>(null)
  const [shownId, setShownId] = useState<string | null>(null)
  const rollouts = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(rolloutEndpoints.list, {}, { signal, quiet: true }),
    refetchInterval: 10_000,
  })
  const shown = rollouts.data?.find(({ id }) => id === shownId)
  const done = () => {
    setOpen(null)
    void client.invalidateQueries({ queryKey: key })
  }
  return (
    <div className="card">
      <Flex wrap gap={8} className="device-note">
        {mayUpdate && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('OTA')}>
            升级固件
          </Button>
        )}
        {mayConfigure && (
          <Button icon={<SettingOutlined />} onClick={() => setOpen('CONFIG')}>
            下发配置
          </Button>
        )}
        {mayUpload && (
          <Button icon={<CloudUploadOutlined />} onClick={() => setOpen('upload')}>
            上传固件
          </Button>
        )}
      </Flex>
      <OrError query={rollouts}>
        {rollouts.isPending || !rollouts.data ? (
          <Skeleton active paragraph={{ rows: 6 }} />
        ) : (
          <Table<RolloutRow>
            size="middle"
            rowKey="id"
            pagination={rollouts.data.length > 20 ? { pageSize: 20 } : false}
            dataSource={rollouts.data}
            tableLayout="fixed"
            scroll={isMobile ? {} : { x: 960 }}
            locale={{
              emptyText: (
                <Empty description="还没有下发任务。先上传厂家签名的固件，再点“升级固件”；或点“下发配置”。" />
              ),
            }}
            columns={(isMobile ? phoneColumns : columns).concat({
              title: '操作',
              key: 'open',
              width: 80,
              render: (_, row) => (
                <Button type="link" onClick={() => setShownId(row.id)}>
                  进度
                </Button>
              ),
            })}
          />
        )}
      </OrError>
      {open === 'upload' && <FirmwareDialog onClose={() => setOpen(null)} onDone={done} />}
      {(open === 'OTA' || open === 'CONFIG') && (
        <RolloutDialog what={open} onClose={() => setOpen(null)} onDone={done} />
      )}
      {shown && <RolloutDrawer rollout={shown} onClose={() => setShownId(null)} onChanged={done} />}
    </div>
  )
}

type Column = {
  title: string
  key: string
  width?: number
  render(_: unknown, row: RolloutRow): React.ReactNode
}

const columns: Column[] = [
  { title: '任务', key: 'title', render: (_, row) => <span className="rollout-text">{row.title}</span> },
  {
    title: '内容',
    key: 'what',
    width: 170,
    render: (_, row) => <span className="rollout-text">{contentOf(row)}</span>,
  },
  {
    title: '设备',
    key: 'kind',
    width: 140,
    render: (_, row) => `${labelOf('lo_device_kind', row.kind)} ${row.total} 台`,
  },
  { title: '状态', key: 'state', width: 110, render: (_, row) => <RolloutState state={row.state} /> },
  { title: '阶段', key: 'stage', width: 90, render: (_, row) => `${rolloutStages[row.stage] ?? 100}%` },
  { title: '进度', key: 'progress', width: 220, render: (_, row) => <RolloutProgress rollout={row} /> },
  { title: '开始时间', key: 'time', width: 170, render: (_, row) => row.createTime },
]

const phoneColumns: Column[] = [
  {
    title: '任务',
    key: 'title',
    render: (_, row) => (
      <span className="device-cell">
        <strong>{row.title}</strong>
        <RolloutState state={row.state} />
        <RolloutProgress rollout={row} />
      </span>
    ),
  },
]

const contentOf = ({ what, version }: RolloutRow): string =>
  what === 'OTA' ? `固件 ${version ?? ''}` : '配置'
