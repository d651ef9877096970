import { useState } from 'react'
import type { FormEvent } from 'react'
import { secondFactor } from './login-calls.ts'
import { FieldIcon, LoginField } from './LoginField.tsx'
import type { SignIn } from './use-sign-in.ts'

/** The dynamic code after the first factor, or one of the recovery codes in its place. */
export function SecondFactorForm({ signIn, ticket }: { readonly signIn: SignIn; readonly ticket: string }) {
  const [isRecovery, setRecovery] = useState(false)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const label = isRecovery ? '请输入恢复码' : '请输入 6 位动态口令'
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const code = String(new FormData(form).get('code') ?? '').trim()
    if (!isRecovery && !/^\d{6}$/.test(code.replaceAll(' ', ''))) return setError('动态口令是 6 位数字')
    if (isRecovery && code === '') return setError('请输入恢复码')
    setBusy(true)
    const failure = await signIn.attempt(() => secondFactor(ticket, code))
    setBusy(false)
    if (!failure) return
    setError(failure.message)
    form.reset()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="login-tab">两步验证</h2>
      <p className="login-note">
        {isRecovery
          ? '请输入启用动态口令时保存的一个恢复码。每个恢复码只能用一次。'
          : '请打开手机上的身份验证器，输入本系统现在显示的 6 位动态口令。'}
      </p>
      <LoginField
        key={label}
        label={label}
        name="code"
        autoFocus
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={isRecovery ? 24 : 7}
        icon={<FieldIcon name="lock" />}
        error={error}
      />
      <button className="login-button" type="submit" disabled={busy}>
        {busy ? '验证中…' : '验证并登录'}
      </button>
      <div className="login-links">
        <button
          type="button"
          className="login-link"
          onClick={() => (setRecovery(!isRecovery), setError(undefined))}
        >
          {isRecovery ? '改用动态口令' : '手机不在身边？用恢复码'}
        </button>
        <button type="button" className="login-link" onClick={signIn.restart}>
          返回重新登录
        </button>
      </div>
    </form>
  )
}
