import type { TotpEnrolment } from '@suoan/contract'
import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { RequestFailure } from '../../request/failure.ts'
import { BackToForms } from './BackToForms.tsx'
import { confirmTotp, startTotp } from './login-calls.ts'
import { FieldIcon, LoginField } from './LoginField.tsx'
import type { SignIn } from './use-sign-in.ts'

/** Binds an authenticator app where the person's role must have one, before anything else. */
export function EnrolForm({ signIn, ticket }: { readonly signIn: SignIn; readonly ticket: string }) {
  const [enrolment, setEnrolment] = useState<TotpEnrolment | null>(null)
  const [problem, setProblem] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    startTotp(ticket, abort.signal).then(setEnrolment, (failure: unknown) => {
      if (!(failure instanceof RequestFailure)) throw failure
      if (failure.kind !== 'aborted') setProblem(failure.message)
    })
    return () => abort.abort()
  }, [ticket])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const code = String(new FormData(form).get('code') ?? '').replaceAll(' ', '')
    if (!/^\d{6}$/.test(code)) return setError('动态口令是 6 位数字')
    setBusy(true)
    const failure = await signIn.attempt(() => confirmTotp(ticket, code))
    setBusy(false)
    if (!failure) return
    setError(failure.message)
    form.reset()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="login-tab">绑定动态口令</h2>
      <p className="login-note">
        您的角色登录时必须使用动态口令。请用手机上的身份验证器（支持 TOTP 的应用）扫描二维码，再输入它显示的 6
        位数字。
      </p>
      <div className="login-qr">
        {enrolment ? (
          <img src={enrolment.qr} alt="动态口令二维码" width={176} height={176} />
        ) : (
          <span role={problem ? 'alert' : 'status'}>{problem || '正在生成二维码…'}</span>
        )}
      </div>
      {enrolment && (
        <p className="login-note">
          不能扫码时手工输入密钥：
          <code className="login-secret">{enrolment.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
        </p>
      )}
      <LoginField
        label="请输入 6 位动态口令"
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        icon={<FieldIcon name="lock" />}
        error={error}
      />
      <button className="login-button" type="submit" disabled={busy || !enrolment}>
        {busy ? '绑定中…' : '绑定并登录'}
      </button>
      <BackToForms signIn={signIn} />
    </form>
  )
}
