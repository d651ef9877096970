import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import type { SmsMode } from './login-calls.ts'
import { phoneProblems } from './login-steps.ts'
import { PhoneFields } from './SendCode.tsx'
import { useFieldErrors } from './use-field-errors.ts'

interface Props {
  readonly mode: SmsMode
  readonly okText: string
  readonly busyText: string
  readonly codeLabel?: string
  readonly codeMissing?: string
  readonly heading?: ReactNode
  /** Stands above the button. */
  readonly children?: ReactNode
  /** Stands below the button. */
  readonly after?: ReactNode
  onFail(text: string): void
  /** Sends what was typed, and says itself what goes wrong. */
  send(mobile: string, captcha: string, data: FormData): Promise<void>
}

/** A number, the code that was sent there, and one button. */
export function PhoneCodeForm({
  mode,
  okText,
  busyText,
  codeLabel,
  codeMissing,
  heading,
  children,
  after,
  onFail,
  send,
}: Props) {
  const { errors, setErrors, onInput } = useFieldErrors()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const mobile = String(data.get('mobile') ?? '').trim()
    const captcha = String(data.get('captcha') ?? '').trim()
    const problems = phoneProblems(mobile, captcha)
    setErrors(problems.captcha && codeMissing ? { ...problems, captcha: codeMissing } : problems)
    if (problems.mobile || problems.captcha) return
    setBusy(true)
    try {
      await send(mobile, captcha, data)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onInput={onInput} onSubmit={(event) => void submit(event)}>
      {heading}
      <PhoneFields mode={mode} {...(codeLabel ? { codeLabel } : {})} errors={errors} onFail={onFail} />
      {children}
      <button className="login-button" type="submit" disabled={busy}>
        {busy ? busyText : okText}
      </button>
      {after}
    </form>
  )
}
