import type { Resource } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Popconfirm, Space, Table } from 'antd'
import { useState } from 'react'
import { request } from '@suoan/console-base/request/client.ts'
import type { ListRow } from '@suoan/console-base/resource/list-row.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'

interface Props {
  readonly resource: Resource
  readonly title: string
  /** What lies in the bin, in words: 用户, 字典. */
  readonly things: string
  readonly listPath: string
  readonly columns: readonly { title: string; dataIndex: string }[]
  readonly labels: readonly [restore: string, purge: string]
  /** Both give the message for the person. */
  restore(ids: readonly string[]): Promise<string>
  purge(ids: readonly string[]): Promise<string>
  onClose(): void
}

/** Logically deleted rows, to bring back or to delete for good. */
export function RecycleBin({
  resource,
  title,
  things,
  listPath,
  columns,
  labels,
  restore,
  purge,
  onClose,
}: Props) {
  const client = useQueryClient()
  const [selected, setSelected] = useState<string[]>([])
  const bin = useQuery({
    queryKey: [...resourceKey(resource), 'bin'],
    queryFn: async ({ signal }) =>
      (await request<ListRow[]>({ method: 'GET', path: listPath, signal })).result,
  })
  const act = useMutation({
    mutationFn: ({ ids, forGood }: { ids: readonly string[]; forGood: boolean }) =>
      forGood ? purge(ids) : restore(ids),
    onSuccess: (message) => {
      void feedback().message.success(message)
      setSelected([])
      void client.invalidateQueries({ queryKey: resourceKey(resource) })
    },
  })
  const actions = (ids: readonly string[], texts: readonly [string, string], type: 'link' | 'default') => (
    <Space>
      <Popconfirm
        title={`确定还原这 ${ids.length} 个${things}吗?`}
        onConfirm={() => act.mutate({ ids, forGood: false })}
      >
        <Button type={type} size="small">
          {texts[0]}
        </Button>
      </Popconfirm>
      <Popconfirm
        title={
          <span className="danger-text">{`彻底删除后无法恢复，确定删除这 ${ids.length} 个${things}吗?`}</span>
        }
        onConfirm={() => act.mutate({ ids, forGood: true })}
      >
        <Button type={type} size="small" danger>
          {texts[1]}
        </Button>
      </Popconfirm>
    </Space>
  )
  return (
    <AppModal open fullscreen title={title} width={1000} footer={null} onCancel={onClose}>
      {selected.length > 0 && (
        <div className="toolbar">{actions(selected, ['批量还原', '批量删除'], 'default')}</div>
      )}
      <OrError query={bin}>
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
            ...columns,
            {
              title: '操作',
              key: 'actions',
              width: 180,
              render: (_, row) => actions([row.id], labels, 'link'),
            },
          ]}
        />
      </OrError>
    </AppModal>
  )
}
