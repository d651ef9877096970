import { user } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Popconfirm, Space, Table } from 'antd'
import { useState } from 'react'
import { request } from '../../request/client.ts'
import type { ListRow } from '../../resource/list-row.ts'
import { resourceKey } from '../../resource/use-resource-list.ts'
import { feedback } from '../../shell/feedback.ts'
import { ErrorState } from '../../shell/states/ErrorState.tsx'

/** 用户回收站: logically deleted users, to bring back or to delete for good (5-screens.md §6.1). */
export function UserRecycleBin({ onClose }: { onClose(): void }) {
  const client = useQueryClient()
  const [selected, setSelected] = useState<string[]>([])
  const bin = useQuery({
    queryKey: [...resourceKey(user), 'bin'],
    queryFn: async ({ signal }) =>
      (await request<ListRow[]>({ method: 'GET', path: '/sys/user/recycleBin', signal })).result,
  })
  const act = useMutation({
    mutationFn: ({ ids, purge }: { ids: readonly string[]; purge: boolean }) =>
      purge
        ? request({ method: 'DELETE', path: '/sys/user/deleteRecycleBin', query: { userIds: ids.join(',') } })
        : request({ method: 'PUT', path: '/sys/user/putRecycleBin', body: { userIds: ids.join(',') } }),
    onSuccess: (answer) => {
      void feedback().message.success(answer.message)
      setSelected([])
      void client.invalidateQueries({ queryKey: resourceKey(user) })
    },
  })
  const actions = (ids: readonly string[], labels: readonly [string, string], type: 'link' | 'default') => (
    <Space>
      <Popconfirm
        title={`确定还原这 ${ids.length} 个用户吗?`}
        onConfirm={() => act.mutate({ ids, purge: false })}
      >
        <Button type={type} size="small">
          {labels[0]}
        </Button>
      </Popconfirm>
      <Popconfirm
        title={
          <span style={{ color: '#d9363e' }}>彻底删除后无法恢复，确定删除这 {ids.length} 个用户吗?</span>
        }
        onConfirm={() => act.mutate({ ids, purge: true })}
      >
        <Button type={type} size="small" danger>
          {labels[1]}
        </Button>
      </Popconfirm>
    </Space>
  )
  return (
    <AppModal open fullscreen title="用户回收站" width={1000} footer={null} onCancel={onClose}>
      {selected.length > 0 && (
        <div className="toolbar">{actions(selected, ['批量还原', '批量删除'], 'default')}</div>
      )}
      {bin.isError ? (
        <ErrorState error={bin.error} onRetry={() => void bin.refetch()} />
      ) : (
        <Table<ListRow>
          size="middle"
          bordered
          rowKey="id"
          loading={bin.isPending || act.isPending}
          dataSource={bin.data ?? []}
          locale={{ emptyText: '回收站是空的' }}
          pagination={{ pageSize: 10, showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条` }}
          rowSelection={{ selectedRowKeys: selected, onChange: (keys) => setSelected(keys.map(String)) }}
          columns={[
            { title: '账号', dataIndex: 'username' },
            { title: '姓名', dataIndex: 'realname' },
            { title: '部门', dataIndex: 'orgCode' },
            {
              title: '操作',
              key: 'actions',
              width: 180,
              render: (_, row) => actions([row.id], ['还原用户', '彻底删除'], 'link'),
            },
          ]}
        />
      )}
    </AppModal>
  )
}
