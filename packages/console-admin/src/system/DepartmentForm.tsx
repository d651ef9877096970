import { FormOutlined, SyncOutlined } from '@ant-design/icons'
import { department } from '@suoan/contract'
import { Button, Space } from 'antd'
import type { ListRow } from '@suoan/console-base/resource/list-row.ts'
import { ConflictDialog } from '@suoan/console-base/resource/parts/ConflictDialog.tsx'
import { FormFields } from '@suoan/console-base/resource/parts/FormFields.tsx'
import { useResourceForm } from '@suoan/console-base/resource/use-resource-form.ts'
import { Can } from '@suoan/console-base/session/Can.tsx'

const names = ['departName', 'parentId', 'orgCode', 'orgCategory', 'departOrder', 'mobile', 'address', 'memo']

/** 基本信息 of the chosen department (5-screens.md §6.7). */
export function DepartmentForm({ row, onSaved }: { row: ListRow; onSaved(): void }) {
  const form = useResourceForm(department, {
    mode: 'edit',
    row,
    names,
    onSaved,
    // The code of a department is part of its children's codes, so its place in the tree is fixed.
    toDraft: ({ parentId: _parentId, ...draft }) => draft,
  })
  const { parentId } = department.fields
  const described = {
    ...department,
    fields: { ...department.fields, parentId: { ...parentId, immutable: true } },
  }
  return (
    <>
      <FormFields resource={described} form={form} columns={1} />
      <Can do="system:depart:edit">
        <Space className="form-buttons">
          <Button icon={<SyncOutlined />} onClick={() => form.form.resetFields()}>
            重置
          </Button>
          <Button type="primary" icon={<FormOutlined />} loading={form.save.isPending} onClick={form.submit}>
            保存
          </Button>
        </Space>
      </Can>
      {form.conflict && <ConflictDialog resource={department} form={form} conflict={form.conflict} />}
    </>
  )
}
