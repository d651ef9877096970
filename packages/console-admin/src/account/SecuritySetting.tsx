import { accountEndpoints, signInEndpoints, signingEndpoints } from '@suoan/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { emailProblem, mobileProblem } from '@suoan/console-base/session/login/login-steps.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { ownUserQuery } from './own-user.ts'
import { Rows } from './Rows.tsx'
import { Sessions } from './Sessions.tsx'

const ChangePassword = lazyPart('ChangePassword', () =>
  import('@suoan/console-base/session/ChangePassword.tsx').then((m) => m.ChangePassword),
)
const CodeDialog = lazyPart('CodeDialog', () => import('./CodeDialog.tsx').then((m) => m.CodeDialog))
const TotpDialog = lazyPart('TotpDialog', () => import('./TotpDialog.tsx').then((m) => m.TotpDialog))
const TotpOffDialog = lazyPart('TotpOffDialog', () => import('./TotpDialog.tsx').then((m) => m.TotpOffDialog))

const SignPinDialog = lazyPart('SignPinDialog', () =>
  import('./SignPinDialog.tsx').then((m) => m.SignPinDialog),
)

type Open = 'sign-pin' | 'password' | 'phone' | 'email' | 'totp' | 'totp-off'

/** 安全设置: password, telephone, mail, dynamic codes, and where one is signed in. */
export function SecuritySetting() {
  const client = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const user = useQuery(ownUserQuery)
  const totp = useQuery({
    queryKey: ['account', 'totp'],
    queryFn: ({ signal }) => call(signInEndpoints.totpState, {}, { signal, quiet: true }),
  })
  const sign = useQuery({
    queryKey: ['account', 'sign'],
    queryFn: ({ signal }) => call(signingEndpoints.state, {}, { signal, quiet: true }),
  })
  if (user.isPending || totp.isPending || sign.isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  if (!user.data) return <ErrorState error={user.error} onRetry={() => void user.refetch()} />
  if (!totp.data) return <ErrorState error={totp.error} onRetry={() => void totp.refetch()} />
  if (!sign.data) return <ErrorState error={sign.error} onRetry={() => void sign.refetch()} />
  const { phone, email } = user.data
  const { hasPin, pinLockedMin } = sign.data
  const { enabled, required, recoveryLeft } = totp.data
  const close = () => setOpen(null)
  const changed = async (asked: Promise<{ message: string }>) => {
    const { message } = await asked
    void client.invalidateQueries({ queryKey: ['account'] })
    return message
  }
  const button = (what: Open, text: string) => <Button onClick={() => setOpen(what)}>{text}</Button>
  return (
    <>
      <KeptNote query={[user, totp, sign]} />
      <Rows
        rows={[
          {
            key: 'password',
            title: '账户密码',
            text: '修改后，其他地方的登录都会退出。',
            action: button('password', '修改密码'),
          },
          {
            key: 'phone',
            title: '密保手机',
            text: phone ? `已绑定手机：${hidden(phone)}` : '未绑定，绑定后可用手机号登录和找回密码。',
            action: button('phone', phone ? '修改手机' : '绑定手机'),
          },
          {
            key: 'email',
            title: '备用邮箱',
            text: email ? `已绑定邮箱：${email}` : '未绑定，绑定后账号有变化会通知您。',
            action: button('email', email ? '修改邮箱' : '绑定邮箱'),
          },
          {
            key: 'sign-pin',
            title: '签名口令',
            text: hasPin
              ? pinLockedMin > 0
                ? `已设置；错误次数过多，${pinLockedMin} 分钟后可再用。`
                : '已设置，签署工作票时输入 6 位数字即可验证本人。'
              : '未设置，签署工作票时须输入登录密码或动态口令。',
            action: button('sign-pin', hasPin ? '修改签名口令' : '设置签名口令'),
          },
          {
            key: 'totp',
            title: 'MFA 设备（动态口令）',
            text: enabled
              ? `已启用，恢复码还剩 ${recoveryLeft} 个。${required ? '您的角色必须使用，不能停用。' : ''}`
              : '未绑定，绑定后登录需要手机上的动态口令。',
            action: enabled
              ? !required && button('totp-off', '停用动态口令')
              : button('totp', '绑定动态口令'),
          },
        ]}
      />
      <h4 className="account-sub">登录设备</h4>
      <Sessions />
      <Suspense fallback={null}>
        {open === 'password' && <ChangePassword onClose={close} />}
        {open === 'sign-pin' && <SignPinDialog hasPin={hasPin} onClose={close} />}
        {open === 'totp' && <TotpDialog onClose={close} />}
        {open === 'totp-off' && <TotpOffDialog onClose={close} />}
        {open === 'phone' && (
          <CodeDialog
            title="修改密保手机"
            label="新手机号"
            placeholder="请输入手机号"
            problemOf={mobileProblem}
            ask={(mobile) => call(signInEndpoints.ownPhoneCode, { phone: mobile }, { quiet: true })}
            save={(mobile, smscode) =>
              changed(
                callForMessage(signInEndpoints.updateMobile, { phone: mobile, smscode }, { quiet: true }),
              )
            }
            onClose={close}
          />
        )}
        {open === 'email' && (
          <CodeDialog
            title="修改备用邮箱"
            label="新邮箱"
            placeholder="请输入邮箱，例如 name@example.com"
            problemOf={emailProblem}
            ask={(address) => call(accountEndpoints.emailCode, { email: address }, { quiet: true })}
            save={(address, code) =>
              changed(callForMessage(accountEndpoints.updateEmail, { email: address, code }, { quiet: true }))
            }
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

const hidden = (phone: string) => phone.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2')
