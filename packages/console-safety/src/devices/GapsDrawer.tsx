import { deviceEndpoints, type DeviceGap } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Input, Skeleton, Space, Table } from 'antd'
import { useState } from 'react'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'

const states: Readonly<Record<number, string>> = { 1: '待补齐', 2: '已补齐', 3: '确认丢失' }

/** What of a device's log has not arrived, and who said that it never will. */
export function GapsDrawer({ deviceSn, name, onClose }: { deviceSn: string; name: string; onClose(): void }) {
  const key = ['device-gaps', deviceSn]
  const client = useQueryClient()
  const mayDeclare = useCan('lo:device:gapLost')
  const [declaring, setDeclaring] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const gaps = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(deviceEndpoints.gaps, { deviceSn }, { signal, quiet: true }),
  })
  const declare = useMutation({
    meta: { quiet: true },
    mutationFn: (gapId: string) =>
      call(deviceEndpoints.gapLost, { gapId, reason: reason.trim() }, { quiet: true }),
    onError: showFailure,
    onSuccess: () => {
      void feedback().message.success('已确认丢失，不再向设备索取')
      setDeclaring(null)
      setReason('')
      void client.invalidateQueries({ queryKey: key })
    },
  })
  return (
    <AppDrawer size={Math.min(880, innerWidth)} title={`日志断号：${name}`} onClose={onClose} destroyOnHidden>
      <OrError query={gaps}>
        {gaps.isPending || !gaps.data ? (
          <Skeleton active paragraph={{ rows: 6 }} />
        ) : gaps.data.length === 0 ? (
          <Empty description="没有断号：设备的日志全部收到。" />
        ) : (
          <Table<DeviceGap>
            size="small"
            rowKey="id"
            pagination={false}
            scroll={{ x: 'max-content' }}
            dataSource={gaps.data}
            columns={[
              { title: '发现时间', dataIndex: 'openedTime' },
              { title: '启动号', dataIndex: 'bootId' },
              { title: '缺号', render: (_, gap) => `${gap.fromSeq}–${gap.toSeq}，还缺 ${gap.missing} 条` },
              { title: '状态', render: (_, gap) => states[gap.state] ?? gap.state },
              {
                title: '索取',
                render: (_, gap) =>
                  gap.asks === 0 ? '尚未索取' : `${gap.asks} 次，最近 ${gap.askedTime ?? ''}`,
              },
              {
                title: '处理',
                render: (_, gap) =>
                  gap.state === 1 && mayDeclare ? (
                    declaring === gap.id ? (
                      <Space.Compact>
                        <Input
                          autoFocus
                          value={reason}
                          maxLength={200}
                          placeholder="为什么不能补齐"
                          onChange={(event) => setReason(event.target.value)}
                        />
                        <Button
                          danger
                          loading={declare.isPending}
                          disabled={reason.trim().length < 2}
                          onClick={() => declare.mutate(gap.id)}
                        >
                          确认丢失
                        </Button>
                      </Space.Compact>
                    ) : (
                      <Button size="small" onClick={() => setDeclaring(gap.id)}>
                        确认丢失
                      </Button>
                    )
                  ) : (
                    (gap.closeReason ?? gap.closedTime ?? '—')
                  ),
              },
            ]}
          />
        )}
      </OrError>
    </AppDrawer>
  )
}
