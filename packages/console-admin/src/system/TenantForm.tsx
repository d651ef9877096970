import { tenant, type TenantAdmin } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Alert, Col, Form, Input } from 'antd'
import type { FormInstance } from 'antd'
import { request } from '@suoan/console-base/request/client.ts'
import { ConflictDialog } from '@suoan/console-base/resource/parts/ConflictDialog.tsx'
import { FormFields } from '@suoan/console-base/resource/parts/FormFields.tsx'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import type { FormProps } from '@suoan/console-base/resource/resource-page.tsx'
import { useResourceForm } from '@suoan/console-base/resource/use-resource-form.ts'

const titles = { add: '新增租户', edit: '编辑租户', detail: '租户详情' }
const names = ['name', 'id', 'beginDate', 'endDate', 'status', 'region', 'logo']

/** A tenant; a new one with the name of its administrator and of its first department. */
export function TenantForm({
  mode,
  row,
  onClose,
  onMade,
}: FormProps & {
  /** A tenant was added: its administrator's password is shown this once. */
  onMade(made: TenantAdmin): void
}) {
  const form = useResourceForm(tenant, {
    mode,
    row,
    names,
    onSaved: onClose,
    toDraft: (draft, { adminUsername, adminRealname, departName }) =>
      mode === 'add' ? { ...draft, adminUsername, adminRealname, departName } : draft,
    send: async (body, sent) => {
      if (sent !== 'add') return resourceApi(tenant).edit(body)
      const answer = await request<TenantAdmin>({ method: 'POST', path: '/sys/tenant/add', body })
      if (answer.result) onMade(answer.result)
      return '添加成功！'
    },
  })
  return (
    <AppModal
      open
      fullscreen
      title={titles[mode]}
      width={760}
      confirmLoading={form.save.isPending}
      {...(mode === 'detail' ? { okButtonProps: { style: { display: 'none' } } } : {})}
      okClose={false}
      onOk={form.submit}
      onCancel={onClose}
    >
      {mode === 'edit' && (
        <Alert
          className="gap-bottom"
          type="info"
          showIcon
          title="状态改为“冻结”后，该租户的登录、消息连接和设备连接立即断开；有锁未解除的工作票时不能冻结"
        />
      )}
      <FormFields
        resource={tenant}
        form={form}
        columns={2}
        after={{ status: mode === 'add' ? <AdminItems form={form.form} /> : null }}
      />
      {form.conflict && <ConflictDialog resource={tenant} form={form} conflict={form.conflict} />}
    </AppModal>
  )
}

function AdminItems({ form }: { form: FormInstance }) {
  const id: unknown = Form.useWatch('id', form)
  const name: unknown = Form.useWatch('name', form)
  return (
    <>
      <Col xs={24} md={12}>
        <Form.Item
          name="adminUsername"
          label="管理员账号"
          extra="不填时按租户编号生成；密码由系统生成，只显示一次"
          rules={[{ pattern: /^[A-Za-z0-9_.@-]{2,100}$/, message: '只能用字母、数字和 _ . @ -，至少 2 位' }]}
        >
          <Input placeholder={typeof id === 'number' ? `admin${id}` : '例如 admin1001'} maxLength={100} />
        </Form.Item>
      </Col>
      <Col xs={24} md={12}>
        <Form.Item name="adminRealname" label="管理员姓名">
          <Input placeholder="租户管理员" maxLength={100} />
        </Form.Item>
      </Col>
      <Col xs={24} md={12}>
        <Form.Item name="departName" label="首个部门">
          <Input
            placeholder={typeof name === 'string' && name !== '' ? name : '与租户同名'}
            maxLength={100}
          />
        </Form.Item>
      </Col>
    </>
  )
}
