import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { useMutation } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { request } from '@suoan/console-base/request/client.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { PasswordItems } from './UserForm.tsx'

interface Values {
  password: string
  confirmpassword: string
}

/** 重新设定密码: an administrator sets the password of somebody else (5-screens.md §6.1). */
export function ResetPassword({ username, onClose }: { username: string; onClose(): void }) {
  const shown = useShown()
  const [form] = Form.useForm<Values>()
  const save = useMutation({
    mutationFn: (values: Values) =>
      request({ method: 'PUT', path: '/sys/user/changePassword', body: { username, ...values } }),
    onSuccess: (answer) => {
      void feedback().message.success(answer.message)
      void shown().then(onClose)
    },
  })
  return (
    <AppModal
      open
      title="重新设定密码"
      width={640}
      confirmLoading={save.isPending}
      okClose={false}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} name="reset-password" layout="vertical" onFinish={(values) => save.mutate(values)}>
        <LabelledItem label="用户账号" extra="保存后该用户的所有登录都会失效，下次登录时须修改此密码">
          <Input value={username} disabled />
        </LabelledItem>
        <PasswordItems span={24} />
      </Form>
    </AppModal>
  )
}
