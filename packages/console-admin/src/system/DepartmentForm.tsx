import { FormOutlined, SyncOutlined } from '@ant-design/icons'
import { department } from '@suoan/contract'
import { Button, Col, Form, Space } from 'antd'
import type { ListRow } from '@suoan/console-base/resource/list-row.ts'
import { ConflictDialog } from '@suoan/console-base/resource/parts/ConflictDialog.tsx'
import { FormFields } from '@suoan/console-base/resource/parts/FormFields.tsx'
import { useResourceForm } from '@suoan/console-base/resource/use-resource-form.ts'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import { Can, useCan } from '@suoan/console-base/session/Can.tsx'

const names = [
  'departName',
  'parentId',
  'orgCode',
  'orgCategory',
  'departOrder',
  'mobile',
  'region',
  'address',
  'memo',
]

/** 基本信息 of the chosen department (5-screens.md §6.7). */
export function DepartmentForm({ row, onSaved }: { row: ListRow; onSaved(): void }) {
  const form = useResourceForm(department, {
    mode: 'edit',
    row,
    names,
    onSaved,
    // The code of a department is part of its children's codes, so its place in the tree is fixed.
    toDraft: ({ parentId: _parentId, ...draft }, values) => withDirectors(draft, values),
  })
  const directors = row['directorUserIds']
  const { parentId } = department.fields
  const described = {
    ...department,
    fields: { ...department.fields, parentId: { ...parentId, immutable: true } },
  }
  return (
    <>
      <FormFields
        resource={described}
        form={form}
        columns={1}
        after={{
          orgCategory: (
            <DirectorsItem stored={typeof directors === 'string' && directors ? directors.split(',') : []} />
          ),
        }}
      />
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

/** What is sent of a department's form: its fields and who leads it. */
export const withDirectors = (
  draft: Record<string, unknown>,
  { directorUserIds }: Readonly<Record<string, unknown>>,
): Record<string, unknown> => ({
  ...draft,
  directorUserIds: Array.isArray(directorUserIds) ? directorUserIds.join(',') : '',
})

/** 部门负责人: who manages the people and roles of the department in 我的部门 (5-screens.md §6.7, §6.8). */
export function DirectorsItem({ stored }: { readonly stored: readonly string[] }) {
  const mayPick = useCan('system:user:list')
  const mayEdit = useCan('system:depart:edit')
  return (
    <Col span={24}>
      <Form.Item
        name="directorUserIds"
        // What is stored comes back with 重置 too.
        initialValue={stored}
        label="部门负责人"
        extra="可在“我的部门”中管理本部门及下级部门的人员和部门角色"
      >
        <RefPicker
          field={{ kind: 'refs', label: '部门负责人', resource: 'user' }}
          multiple
          disabled={!mayPick || !mayEdit}
        />
      </Form.Item>
    </Col>
  )
}
