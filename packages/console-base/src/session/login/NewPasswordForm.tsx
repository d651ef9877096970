import { useState } from 'react'
import type { FormEvent } from 'react'
import { RequestFailure } from '../../request/failure.ts'
import { updatePassword } from './login-calls.ts'
import { FieldIcon, LoginField } from './LoginField.tsx'
import { passwordProblem } from './login-steps.ts'

interface Props {
  readonly username: string
  readonly oldPassword: string
  /** Days after which it was too old; null when it is a one-time one. */
  readonly maxDays: number | null
  onChanged(): void
}

/** Forced change of a one-time password, or of one that is too old, before anything else can be done. */
export function NewPasswordForm({ username, oldPassword, maxDays, onChanged }: Props) {
  const [errors, setErrors] = useState<{ password?: string; confirm?: string }>({})
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const password = String(data.get('password') ?? '')
    const confirmpassword = String(data.get('confirm') ?? '')
    const problem = passwordProblem(password) ?? (password === oldPassword ? '新密码不能与原密码相同' : null)
    const confirmProblem = !confirmpassword
      ? '请确认新密码!'
      : password === confirmpassword
        ? null
        : '两次输入的密码不一样！'
    setErrors({
      ...(problem ? { password: problem } : {}),
      ...(confirmProblem ? { confirm: confirmProblem } : {}),
    })
    if (problem || confirmProblem) return
    setBusy(true)
    try {
      await updatePassword({ username, oldpassword: oldPassword, password, confirmpassword })
      onChanged()
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      setErrors({ password: error.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="login-tab">
        {maxDays === null ? '首次登录，请修改初始密码' : '密码已到期，请更换密码'}
      </h2>
      <p className="login-note">
        账号 {username}{' '}
        {maxDays === null ? '使用的是一次性初始密码。' : `的密码已使用超过 ${maxDays} 天，更换后才能继续。`}
        新密码至少 8 位，须同时包含字母、数字和特殊字符。
      </p>
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <LoginField
        label="请输入新密码"
        name="password"
        type="password"
        autoComplete="new-password"
        autoFocus
        icon={<FieldIcon name="lock" />}
        error={errors.password}
      />
      <LoginField
        label="请确认新密码"
        name="confirm"
        type="password"
        autoComplete="new-password"
        icon={<FieldIcon name="lock" />}
        error={errors.confirm}
      />
      <button className="login-button" type="submit" disabled={busy}>
        {busy ? '提交中…' : '确认修改并登录'}
      </button>
    </form>
  )
}
