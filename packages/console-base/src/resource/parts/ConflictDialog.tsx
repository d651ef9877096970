import type { Resource } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Button, Table } from 'antd'
import { fieldOf } from '../list-row.ts'
import type { ListRow } from '../list-row.ts'
import type { Conflict, ResourceForm } from '../use-resource-form.ts'
import { CellText } from '../widgets/CellText.tsx'
import { toWire } from '../widgets/form-value.ts'

interface Props {
  readonly resource: Resource
  readonly form: ResourceForm
  readonly conflict: Conflict
}

/** Someone else saved first: shows what they changed beside what is typed here, and lets the person choose. */
export function ConflictDialog({ resource, form, conflict }: Props) {
  const typed = form.form.getFieldsValue(true)
  const mine: ListRow = {
    id: conflict.current.id,
    ...Object.fromEntries(
      form.names.map((name) => {
        const field = resource.fields[name]
        return [name, field ? toWire(field, typed[name]) : undefined]
      }),
    ),
  }
  const differing = form.names.filter((name) => same(conflict.base[name]) !== same(conflict.current[name]))
  const cell = (row: ListRow) => (name: string) => {
    const field = fieldOf(resource, name)
    return field ? <CellText field={field} name={name} row={row} /> : null
  }
  return (
    <AppModal
      open
      title="数据已被他人修改"
      width={760}
      onCancel={form.closeConflict}
      footer={[
        <Button key="back" onClick={form.closeConflict}>
          返回编辑
        </Button>,
        <Button key="mine" onClick={form.keepMine}>
          保留我的修改
        </Button>,
        <Button key="current" type="primary" onClick={form.takeCurrent}>
          载入最新数据
        </Button>,
      ]}
    >
      <p>
        {String(conflict.current['updateBy'] ?? '其他用户')} 在您编辑期间保存过这条记录
        {conflict.current['updateTime'] ? `（${String(conflict.current['updateTime'])}）` : ''}
        ，以下内容有变化：
      </p>
      <Table
        size="small"
        bordered
        pagination={false}
        rowKey="name"
        dataSource={differing.map((name) => ({ name }))}
        locale={{ emptyText: '表单中的内容没有变化，只是版本号更新了' }}
        columns={[
          {
            title: '字段',
            dataIndex: 'name',
            render: (name: string) => fieldOf(resource, name)?.label ?? name,
          },
          {
            title: '打开时',
            key: 'base',
            dataIndex: 'name',
            render: cell({ ...conflict.base, id: mine.id }),
          },
          { title: '现在', key: 'current', dataIndex: 'name', render: cell(conflict.current) },
          { title: '您填写的', key: 'mine', dataIndex: 'name', render: cell(mine) },
        ]}
      />
    </AppModal>
  )
}

const same = (value: unknown) => JSON.stringify(value ?? null)
