import { useState } from 'react'
import type { FormEvent } from 'react'
import { phoneLogin } from './login-calls.ts'
import { phoneProblems } from './login-steps.ts'
import { PhoneFields } from './SendCode.tsx'
import { useFieldErrors } from './use-field-errors.ts'
import type { SignIn } from './use-sign-in.ts'

/** 手机号登录 (5-screens.md §3.1). */
export function PhoneForm({
  signIn,
  children,
}: {
  readonly signIn: SignIn
  readonly children: React.ReactNode
}) {
  const { errors, setErrors, onInput } = useFieldErrors()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const mobile = String(data.get('mobile') ?? '').trim()
    const captcha = String(data.get('captcha') ?? '').trim()
    const problems = phoneProblems(mobile, captcha)
    setErrors(problems)
    if (problems.mobile || problems.captcha) return
    setBusy(true)
    const failure = await signIn.attempt(() => phoneLogin(mobile, captcha), {
      password: '',
      remember: data.get('remember') === 'on',
    })
    setBusy(false)
    if (failure) signIn.fail(failure.message)
  }
  return (
    <form noValidate onInput={onInput} onSubmit={(event) => void submit(event)}>
      <PhoneFields mode="0" errors={errors} onFail={signIn.fail} />
      {children}
      <button className="login-button" type="submit" disabled={busy}>
        {busy ? '登录中…' : '登录'}
      </button>
    </form>
  )
}
