import { useEffect, useState } from 'react'
import { RequestFailure } from '../../request/failure.ts'
import { sendCode } from './login-calls.ts'
import type { SmsMode } from './login-calls.ts'
import { FieldIcon, LoginField } from './LoginField.tsx'
import { mobileProblem } from './login-steps.ts'

const COUNTDOWN_S = 60

/** Number and code by short message, with the button that asks for one (5-screens.md §3.1). */
export function PhoneFields({
  mode,
  errors,
  codeLabel = '请输入验证码',
  onFail,
}: {
  readonly mode: SmsMode
  /** Messages of the fields `mobile` and `captcha`. */
  readonly errors: Readonly<Partial<Record<string, string>>>
  readonly codeLabel?: string
  onFail(text: string): void
}) {
  return (
    <>
      <LoginField
        label="请输入手机号"
        name="mobile"
        type="tel"
        inputMode="numeric"
        maxLength={11}
        autoComplete="tel-national"
        icon={<FieldIcon name="mobile" />}
        error={errors['mobile']}
      />
      <div className="login-captcha">
        <LoginField
          label={codeLabel}
          name="captcha"
          inputMode="numeric"
          maxLength={6}
          autoComplete="one-time-code"
          icon={<FieldIcon name="mail" />}
          error={errors['captcha']}
        />
        <SendCodeButton mode={mode} onFail={onFail} />
      </div>
    </>
  )
}

function SendCodeButton({ mode, onFail }: { readonly mode: SmsMode; onFail(text: string): void }) {
  const [state, setState] = useState<'ready' | 'sending'>('ready')
  const [left, setLeft] = useState(0)
  const isCounting = left > 0
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(timer)
  }, [isCounting])

  const send = async (button: HTMLButtonElement) => {
    const mobile = button.form ? String(new FormData(button.form).get('mobile') ?? '').trim() : ''
    const problem = mobileProblem(mobile)
    if (problem) return onFail(problem)
    setState('sending')
    try {
      await sendCode(mobile, mode)
      setLeft(COUNTDOWN_S)
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      onFail(error.message)
    } finally {
      setState('ready')
    }
  }
  return (
    <button
      type="button"
      className="login-captcha-image"
      disabled={isCounting || state === 'sending'}
      onClick={(event) => void send(event.currentTarget)}
    >
      {state === 'sending' ? '验证码发送中..' : isCounting ? `${left} s` : '获取验证码'}
    </button>
  )
}
