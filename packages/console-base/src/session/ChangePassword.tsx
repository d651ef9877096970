import { AppModal } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { useMutation } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { updatePassword } from './login/login-calls.ts'
import { passwordProblem } from './login/login-steps.ts'
import { useSession } from './session-store.ts'
import { feedback } from '../feedback.ts'

interface Values {
  oldpassword: string
  password: string
  confirmpassword: string
}

/** 修改密码, 800 wide (5-screens.md §2.8). */
export function ChangePassword({ onClose }: { onClose(): void }) {
  const shown = useShown()
  const username = useSession((session) => session.user?.username) ?? ''
  const [form] = Form.useForm<Values>()
  const save = useMutation({
    mutationFn: (values: Values) => updatePassword({ username, ...values }),
    onSuccess: (message) => {
      void feedback().message.success(message)
      void shown().then(onClose)
    },
  })
  return (
    <AppModal
      open
      title="修改密码"
      width={800}
      cancelText="关闭"
      okText="确定"
      confirmLoading={save.isPending}
      okClose={false}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        name="own-password"
        form={form}
        labelCol={{ sm: 5 }}
        wrapperCol={{ sm: 16 }}
        onFinish={(values) => save.mutate(values)}
      >
        <Form.Item name="oldpassword" label="旧密码" rules={[{ required: true, message: '请输入旧密码!' }]}>
          <Input.Password placeholder="请输入旧密码" autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="password"
          label="新密码"
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
          <Input.Password placeholder="请输入新密码" autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="confirmpassword"
          label="确认新密码"
          dependencies={['password']}
          rules={[
            { required: true, message: '请确认新密码!' },
            ({ getFieldValue }) => ({
              validator: (_, value: string | undefined) =>
                !value || value === getFieldValue('password')
                  ? Promise.resolve()
                  : Promise.reject(new Error('两次输入的密码不一样！')),
            }),
          ]}
        >
          <Input.Password placeholder="请确认新密码" autoComplete="new-password" />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
