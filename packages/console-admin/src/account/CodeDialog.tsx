import { AppModal } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { SliderVerify } from '@suoan/ui/slider-verify'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Space } from 'antd'
import { useEffect, useState } from 'react'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { feedback } from '@suoan/console-base/feedback.ts'

const COUNTDOWN_S = 60

interface Props {
  readonly title: string
  readonly label: string
  readonly placeholder: string
  /** What is wrong with a number or address; null when nothing is. */
  problemOf(address: string): string | null
  ask(address: string): Promise<unknown>
  /** Gives the message of the server. */
  save(address: string, code: string): Promise<string>
  onClose(): void
}

interface Values {
  address: string
  code: string
}

/** A new number or mail address: the slider, a code sent there, the code typed in. */
export function CodeDialog({ title, label, placeholder, problemOf, ask, save, onClose }: Props) {
  const shown = useShown()
  const [form] = Form.useForm<Values>()
  const [passed, setPassed] = useState(false)
  const [left, setLeft] = useState(0)
  const isCounting = left > 0
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(timer)
  }, [isCounting])
  // What goes wrong stands in the dialog, not in a toast as well.
  const quiet = { quiet: true }
  const send = useMutation({ meta: quiet, mutationFn: ask, onSuccess: () => setLeft(COUNTDOWN_S) })
  const keep = useMutation({
    meta: quiet,
    mutationFn: ({ address, code }: Values) => save(address.trim(), code.trim()),
    onSuccess: (message) => {
      void feedback().message.success(message)
      void shown().then(onClose)
    },
  })
  const failure = keep.error ?? send.error
  const request = async () => {
    keep.reset()
    const { address } = await form.validateFields(['address'])
    send.mutate(address.trim())
  }
  return (
    <AppModal
      open
      title={title}
      width={520}
      confirmLoading={keep.isPending}
      okClose={false}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {failure && <Alert className="account-note" type="error" showIcon title={failureText(failure)} />}
      <Form<Values> form={form} name="own-code" layout="vertical" onFinish={(values) => keep.mutate(values)}>
        <Form.Item
          name="address"
          label={label}
          validateTrigger="onBlur"
          rules={[
            {
              validator: (_, value: string | undefined) => {
                const problem = problemOf((value ?? '').trim())
                return problem ? Promise.reject(new Error(problem)) : Promise.resolve()
              },
            },
          ]}
        >
          <Input placeholder={placeholder} maxLength={45} />
        </Form.Item>
        <Form.Item>
          <SliderVerify onPass={() => setPassed(true)} />
        </Form.Item>
        <Form.Item label="验证码" htmlFor="own-code_code" required>
          <Space.Compact block>
            <Form.Item name="code" noStyle rules={[{ required: true, message: '请输入验证码!' }]}>
              <Input
                placeholder="请输入 6 位验证码"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={6}
              />
            </Form.Item>
            <Button
              disabled={!passed || isCounting}
              loading={send.isPending}
              onClick={() => void request().catch(ignoreInvalid)}
            >
              {isCounting ? `${left} s` : '获取验证码'}
            </Button>
          </Space.Compact>
        </Form.Item>
      </Form>
      {!passed && <p className="account-hint">先把滑块拖到最右边，再获取验证码。</p>}
    </AppModal>
  )
}

/** The form shows what is wrong with its fields itself. */
function ignoreInvalid(error: unknown): void {
  if (typeof error === 'object' && error !== null && 'errorFields' in error) return
  throw error
}
