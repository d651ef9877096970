import { signingEndpoints } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'

interface Fields {
  readonly password: string
  readonly pin: string
  readonly again: string
}

/** Sets or changes the PIN one signs with; the password is asked for once more. */
export function SignPinDialog({ hasPin, onClose }: { hasPin: boolean; onClose(): void }) {
  const shown = useShown()
  const client = useQueryClient()
  const [form] = Form.useForm<Fields>()
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: ({ password, pin }: Fields) =>
      callForMessage(signingEndpoints.setPin, { password, pin }, { quiet: true }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: ['account', 'sign'] })
      void feedback().message.success(message)
      void shown().then(onClose)
    },
  })
  return (
    <AppModal
      open
      title={hasPin ? '修改签名口令' : '设置签名口令'}
      width={480}
      okText="保存"
      confirmLoading={save.isPending}
      okClose={false}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {save.error && <Alert className="account-note" type="error" showIcon title={failureText(save.error)} />}
      <Form form={form} layout="vertical" onFinish={(fields) => save.mutate(fields)}>
        <Form.Item
          name="password"
          label="登录密码"
          rules={[{ required: true, message: '请输入登录密码' }]}
          extra="更改签名方式前，请再输入一次密码。"
        >
          <Input.Password autoComplete="current-password" placeholder="请输入登录密码" />
        </Form.Item>
        <Form.Item
          name="pin"
          label="签名口令"
          rules={[{ required: true, pattern: /^\d{6}$/, message: '签名口令须为 6 位数字' }]}
          extra="签署工作票时输入；不要使用相同或连续的数字，也不要告诉别人。"
        >
          <Input.Password
            inputMode="numeric"
            maxLength={6}
            autoComplete="new-password"
            placeholder="请输入 6 位数字"
          />
        </Form.Item>
        <Form.Item
          name="again"
          label="再输一次"
          dependencies={['pin']}
          rules={[
            ({ getFieldValue }) => ({
              validator: async (_, value: unknown) => {
                if (value !== getFieldValue('pin')) throw new Error('两次输入的签名口令不一致')
              },
            }),
          ]}
        >
          <Input.Password
            inputMode="numeric"
            maxLength={6}
            autoComplete="new-password"
            placeholder="请再次输入"
          />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
