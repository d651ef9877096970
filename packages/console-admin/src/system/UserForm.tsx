import { department, user } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useQuery } from '@tanstack/react-query'
import { Alert, Col, Form, Input, Radio } from 'antd'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { request } from '@suoan/console-base/request/client.ts'
import { failureText, isForbidden, RequestFailure } from '@suoan/console-base/request/failure.ts'
import { ConflictDialog } from '@suoan/console-base/resource/parts/ConflictDialog.tsx'
import { FormFields } from '@suoan/console-base/resource/parts/FormFields.tsx'
import type { FormProps } from '@suoan/console-base/resource/resource-page.tsx'
import { useResourceForm, type ResourceForm } from '@suoan/console-base/resource/use-resource-form.ts'
import { TreePicker } from '@suoan/console-base/resource/widgets/TreePicker.tsx'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { passwordProblem } from '@suoan/console-base/session/login/login-steps.ts'
import { RolesInput } from './RolesInput.tsx'
import { TenantsInput } from './TenantsInput.tsx'

const titles = { add: '新增用户', edit: '编辑用户', detail: '用户详情' }
const names = [
  'username',
  'realname',
  'workNo',
  'phone',
  'post',
  'relTenantIds',
  'userIdentity',
  'departIds',
  'avatar',
  'birthday',
  'sex',
  'email',
  'telephone',
]

/**
 * 工号 and 手机号码 are asked of whoever fills in the form (5-screens.md §6.1). Calls and sheets may leave them out
 * (4-api.md §7.1, §13; decision 0940).
 */
const asked: typeof user = {
  ...user,
  fields: {
    ...user.fields,
    workNo: { ...user.fields.workNo, required: true },
    phone: { ...user.fields.phone, required: true },
  },
}

/** Add, edit and detail of a user, with roles, departments and the first password (5-screens.md §6.1). */
export function UserForm({
  mode,
  row,
  onClose,
  roles,
  departs,
}: FormProps & {
  readonly roles?: readonly string[]
  /** Departments that a new user begins with. */
  readonly departs?: readonly string[]
}) {
  // Where somebody works is the platform's to say.
  const mayTenants = useCan('system:tenant:edit') && useSession.getState().tenantId === 0
  const form = useResourceForm(asked, {
    mode,
    row,
    names,
    onSaved: onClose,
    toDraft: (draft, { selectedroles, selecteddeparts, password, confirmpassword }) => ({
      ...draft,
      selectedroles: listOf(selectedroles),
      selecteddeparts: listOf(selecteddeparts),
      ...(mode === 'add' ? { password, confirmpassword } : {}),
    }),
  })
  const { setFieldsValue } = form.form
  // Added inside a role, a person begins with it.
  useEffect(() => {
    if (roles) setFieldsValue({ selectedroles: roles })
  }, [roles, setFieldsValue])
  useEffect(() => {
    if (mode === 'add' && departs) setFieldsValue({ selecteddeparts: [...departs] })
  }, [mode, departs, setFieldsValue])

  return (
    <UserDialog form={form} id={mode === 'add' ? undefined : row?.id} onClose={onClose}>
      <FormFields
        resource={asked}
        form={form}
        columns={2}
        inputs={{
          relTenantIds: mayTenants ? ({ disabled }) => <TenantsInput disabled={disabled} /> : false,
          departIds: ({ disabled }) => (
            <TreePicker
              field={{ kind: 'refs', label: '负责部门' }}
              target={department}
              multiple
              disabled={disabled}
            />
          ),
          userIdentity: () => (
            <Radio.Group
              options={[
                { value: 1, label: '普通用户' },
                { value: 2, label: '上级' },
              ]}
            />
          ),
        }}
        onlyWhile={ofBosses}
        after={{
          username: mode === 'add' ? <PasswordItems /> : null,
          post: (
            <>
              <Item name="selectedroles" label="角色分配">
                <RolesInput disabled={mode === 'detail'} />
              </Item>
              <Item name="selecteddeparts" label="部门分配">
                <TreePicker
                  field={{ kind: 'refs', label: '部门' }}
                  target={department}
                  multiple
                  disabled={mode === 'detail'}
                />
              </Item>
            </>
          ),
        }}
      />
      {form.conflict && <ConflictDialog resource={user} form={form} conflict={form.conflict} />}
    </UserDialog>
  )
}

const ofBosses = { departIds: { field: 'userIdentity', is: 2 } }

/**
 * The dialog around the fields. It alone waits for the roles and departments that somebody has: the fields, which are many,
 * are not drawn again when these arrive.
 */
function UserDialog({
  form,
  id,
  onClose,
  children,
}: {
  readonly form: ResourceForm
  /** The user whose roles and departments are shown; undefined = a new one. */
  readonly id: string | undefined
  onClose(): void
  readonly children: ReactNode
}) {
  const { mode } = form
  const { setFieldsValue } = form.form
  const links = useQuery({
    queryKey: ['user', 'links', id],
    queryFn: ({ signal }) => linksOf(id ?? '', signal),
    enabled: id !== undefined,
    staleTime: 0,
  })
  useEffect(() => {
    if (links.data) setFieldsValue({ selectedroles: links.data.roles, selecteddeparts: links.data.departs })
  }, [links.data, setFieldsValue])
  return (
    <AppModal
      open
      fullscreen
      title={titles[mode]}
      width={880}
      confirmLoading={form.save.isPending}
      // Roles and departments are replaced by a save: it waits until the present ones are known.
      okButtonProps={{
        disabled: id !== undefined && !links.isSuccess,
        ...(mode === 'detail' ? { style: { display: 'none' } } : {}),
      }}
      okClose={false}
      onOk={form.submit}
      onCancel={onClose}
    >
      {links.isError && mode === 'edit' && (
        <Alert
          className="gap-bottom"
          type="warning"
          showIcon
          title="读不到该用户现有的角色和部门，不能保存"
          description={failureText(links.error)}
        />
      )}
      {children}
    </AppModal>
  )
}

function Item({ children, ...item }: { name: string; label: string; children: ReactNode }) {
  return (
    <Col xs={24} md={12}>
      <Form.Item {...item}>{children}</Form.Item>
    </Col>
  )
}

/** 登录密码 and 确认密码 with the rule for new passwords. */
export function PasswordItems({ span = 12 }: { span?: number }) {
  return (
    <>
      <Col xs={24} md={span}>
        <Form.Item
          name="password"
          label="登录密码"
          required
          rules={[
            {
              validator: (_, value: string | undefined) => {
                const problem = passwordProblem(value ?? '')
                return problem ? Promise.reject(new Error(problem)) : Promise.resolve()
              },
            },
          ]}
        >
          <Input.Password placeholder="请输入登录密码" autoComplete="new-password" />
        </Form.Item>
      </Col>
      <Col xs={24} md={span}>
        <Form.Item
          name="confirmpassword"
          label="确认密码"
          dependencies={['password']}
          rules={[
            { required: true, message: '请重新输入登录密码!' },
            ({ getFieldValue }) => ({
              validator: (_, value: string | undefined) =>
                !value || value === getFieldValue('password')
                  ? Promise.resolve()
                  : Promise.reject(new Error('两次输入的密码不一样！')),
            }),
          ]}
        >
          <Input.Password placeholder="请重新输入登录密码" autoComplete="new-password" />
        </Form.Item>
      </Col>
    </>
  )
}

async function linksOf(userId: string, signal: AbortSignal): Promise<{ roles: string[]; departs: string[] }> {
  // Both answer a failure when there is nothing (4-api.md §7.1), which is no news here.
  const ask = async <T,>(path: string, query: Record<string, string>) => {
    try {
      return (await request<T[]>({ method: 'GET', path, query, signal, quiet: true })).result ?? []
    } catch (error) {
      // Of who may not read them none would be known, and a save would take them all away.
      if (error instanceof RequestFailure && error.kind === 'business' && !isForbidden(error)) return []
      throw error
    }
  }
  const [roles, departs] = await Promise.all([
    ask<string>('/sys/user/queryUserRole', { userid: userId }),
    ask<{ key: string }>('/sys/user/userDepartList', { userId }),
  ])
  return { roles, departs: departs.map((depart) => depart.key) }
}

const listOf = (value: unknown) => (Array.isArray(value) ? value.join(',') : '')
