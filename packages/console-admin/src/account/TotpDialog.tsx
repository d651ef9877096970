import { signInEndpoints } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Input, Typography } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'

/** Binds an authenticator app: password, picture to scan, first code, recovery codes shown this once. */
export function TotpDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [kept, setKept] = useState(false)
  // What goes wrong stands in the dialog, not in a toast as well.
  const start = useMutation({
    meta: { quiet: true },
    mutationFn: (password: string) => call(signInEndpoints.startTotp, { password }, { quiet: true }),
    onSuccess: () => setText(''),
  })
  const confirm = useMutation({
    meta: { quiet: true },
    mutationFn: (code: string) => call(signInEndpoints.confirmTotp, { code }, { quiet: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account', 'totp'] }),
  })
  const enrolment = start.data
  const codes = confirm.data?.recoveryCodes
  const failure = confirm.error ?? start.error
  const next = () => {
    if (codes) return onClose()
    if (enrolment) confirm.mutate(text.replaceAll(' ', ''))
    else start.mutate(text)
  }
  return (
    <AppModal
      open
      title="绑定动态口令"
      width={520}
      okText={codes ? '完成' : '下一步'}
      confirmLoading={start.isPending || confirm.isPending}
      okButtonProps={{ disabled: codes ? !kept : text === '' }}
      okClose={false}
      onOk={next}
      // Closing the codes before they are kept would lose them.
      {...(codes ? { closable: false, cancelButtonProps: { style: { display: 'none' } } } : {})}
      onCancel={onClose}
    >
      {failure && <Alert className="account-note" type="error" showIcon title={failureText(failure)} />}
      {codes ? (
        <>
          <p>
            动态口令已启用。手机丢失或更换时，每个恢复码可以代替一次动态口令。恢复码只显示这一次，请抄写或打印后妥善保管。
          </p>
          <Typography.Paragraph copyable={{ text: codes.join('\n'), tooltips: ['复制全部', '已复制'] }}>
            恢复码
          </Typography.Paragraph>
          <ol className="account-codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
          <Checkbox checked={kept} onChange={(event) => setKept(event.target.checked)}>
            我已保存恢复码
          </Checkbox>
        </>
      ) : (
        <Form layout="vertical" onFinish={next}>
          {enrolment ? (
            <>
              <p>请用手机上的身份验证器（支持 TOTP 的应用）扫描二维码，再输入它显示的 6 位数字。</p>
              <div className="account-qr">
                <img src={enrolment.qr} alt="动态口令二维码" width={176} height={176} />
                <p>
                  不能扫码时手工输入密钥：<code>{enrolment.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
                </p>
              </div>
              <Form.Item label="动态口令" htmlFor="totp-code">
                <Input
                  id="totp-code"
                  autoFocus
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={7}
                  placeholder="请输入 6 位动态口令"
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              </Form.Item>
            </>
          ) : (
            <Form.Item label="登录密码" htmlFor="totp-password" extra="更改登录方式前，请再输入一次密码。">
              <Input.Password
                id="totp-password"
                autoComplete="current-password"
                placeholder="请输入登录密码"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </Form.Item>
          )}
        </Form>
      )}
    </AppModal>
  )
}

/** Switches dynamic codes off: password and a code. */
export function TotpOffDialog({ onClose }: { onClose(): void }) {
  const shown = useShown()
  const client = useQueryClient()
  const [form] = Form.useForm<{ password: string; code: string }>()
  const disable = useMutation({
    meta: { quiet: true },
    mutationFn: (given: { password: string; code: string }) =>
      call(signInEndpoints.disableTotp, given, { quiet: true }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['account', 'totp'] })
      void shown().then(onClose)
    },
  })
  return (
    <AppModal
      open
      title="停用动态口令"
      width={520}
      okText="停用"
      okButtonProps={{ danger: true }}
      confirmLoading={disable.isPending}
      okClose={false}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {disable.error && (
        <Alert className="account-note" type="error" showIcon title={failureText(disable.error)} />
      )}
      <Form form={form} name="totp-off" layout="vertical" onFinish={(given) => disable.mutate(given)}>
        <Form.Item name="password" label="登录密码" rules={[{ required: true, message: '请输入登录密码' }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="code"
          label="动态口令或恢复码"
          rules={[{ required: true, message: '请输入动态口令或恢复码' }]}
        >
          <Input autoComplete="one-time-code" maxLength={24} />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
