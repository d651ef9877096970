import { permissionDataRule, type permission } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Popconfirm, Space, Table } from 'antd'
import { useState } from 'react'
import { request } from '@suoan/console-base/request/client.ts'
import { dictionaryText, useDictionary } from '@suoan/console-base/resource/dictionaries.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { FormDialog } from '@suoan/console-base/resource/parts/FormDialog.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'

type DataRule = RowOf<typeof permissionDataRule.fields>
/** `valid_status`: out of use. */
const ruleOff = '0'

const names = ['ruleName', 'ruleColumn', 'ruleConditions', 'ruleValue', 'status']

/** 数据权限规则: the rules that may be ticked for roles on a menu (5-screens.md §6.5). */
export function DataRules({
  menu,
  onClose,
}: {
  menu: Pick<RowOf<typeof permission.fields>, 'id' | 'name'>
  onClose(): void
}) {
  const client = useQueryClient()
  const conditions = useDictionary('rule_conditions')
  const [asked, setAsked] = useState({ ruleName: '', ruleValue: '' })
  const [dialog, setDialog] = useState<{ mode: 'add' | 'edit'; row: DataRule | null } | null>(null)
  const queryKey = ['permission', menu.id, 'rules']
  const rules = useQuery({
    queryKey: [...queryKey, asked],
    queryFn: async ({ signal }) => {
      const query = { permissionId: menu.id, ...asked }
      return (
        await request<DataRule[]>({
          method: 'GET',
          path: '/sys/permission/queryPermissionRule',
          query,
          signal,
        })
      ).result
    },
  })
  const reload = () => void client.invalidateQueries({ queryKey })
  const remove = useMutation({
    mutationFn: (id: string) =>
      request({ method: 'DELETE', path: '/sys/permission/deletePermissionRule', query: { id } }),
    onSuccess: (answer) => {
      void feedback().message.success(answer.message)
      reload()
    },
  })
  return (
    <AppDrawer title={`数据权限规则：${menu.name ?? ''}`} size={650} onClose={onClose}>
      <Space wrap className="toolbar">
        {(['ruleName', 'ruleValue'] as const).map((name) => (
          <Input.Search
            key={name}
            allowClear
            style={{ width: 180 }}
            placeholder={permissionDataRule.fields[name].label}
            onSearch={(text) => setAsked({ ...asked, [name]: text.trim() })}
          />
        ))}
        <Button type="primary" onClick={() => setDialog({ mode: 'add', row: null })}>
          添加
        </Button>
      </Space>
      <OrError query={rules}>
        <Table<DataRule>
          size="middle"
          bordered
          rowKey="id"
          loading={rules.isPending || remove.isPending}
          dataSource={rules.data ?? []}
          pagination={false}
          scroll={{ x: 520 }}
          locale={{ emptyText: '还没有规则；没有规则时，能看到菜单的人可看到全部数据' }}
          rowClassName={(row) => (row.status === ruleOff ? 'row-off' : '')}
          columns={[
            { title: '规则名称', dataIndex: 'ruleName' },
            { title: '规则字段', dataIndex: 'ruleColumn' },
            {
              title: '条件',
              dataIndex: 'ruleConditions',
              render: (value) => dictionaryText(conditions, value),
            },
            { title: '规则值', dataIndex: 'ruleValue', ellipsis: true },
            {
              title: '操作',
              key: 'actions',
              width: 110,
              fixed: 'right',
              render: (_, row) => (
                <Space>
                  <Button
                    type="link"
                    size="small"
                    className="link"
                    onClick={() => setDialog({ mode: 'edit', row })}
                  >
                    编辑
                  </Button>
                  <Popconfirm title="确定删除吗?" onConfirm={() => remove.mutate(row.id)}>
                    <Button type="link" size="small" className="link" danger>
                      删除
                    </Button>
                  </Popconfirm>
                </Space>
              ),
            },
          ]}
        />
      </OrError>
      {dialog && (
        <FormDialog
          resource={{ ...permissionDataRule, permission: 'system:permission' }}
          mode={dialog.mode}
          row={dialog.row}
          names={names}
          fixed={{ permissionId: menu.id }}
          send={async (body, mode) => {
            const add = mode === 'add'
            const path = `/sys/permission/${add ? 'addPermissionRule' : 'editPermissionRule'}`
            const { message } = await request({ method: add ? 'POST' : 'PUT', path, body })
            reload()
            return message
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </AppDrawer>
  )
}
