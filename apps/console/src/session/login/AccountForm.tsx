import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { RequestFailure } from '../../request/failure.ts'
import { fetchCaptcha, login } from './login-calls.ts'
import { FieldIcon, LoginField } from './LoginField.tsx'
import { captchaFreshMs } from './login-steps.ts'
import type { LoginAnswer } from './login-steps.ts'

interface Accepted {
  readonly answer: LoginAnswer
  readonly password: string
  readonly remember: boolean
}

const required = { username: '请输入用户名!', password: '请输入密码!', captcha: '请输入验证码!' } as const
type FieldName = keyof typeof required

/** Account, password, captcha (5-screens.md §3.1). */
export function AccountForm({
  onAccepted,
  onFail,
}: {
  onAccepted(accepted: Accepted): void
  onFail(text: string): void
}) {
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({})
  const [busy, setBusy] = useState(false)
  const captcha = useCaptcha()
  const captchaInput = useRef<HTMLDivElement>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const field = (name: FieldName) => String(data.get(name) ?? '')
    const missing = (Object.keys(required) as FieldName[]).filter(
      (name) => !field(name).trim() && !(name === 'captcha' && captcha.off),
    )
    setErrors(Object.fromEntries(missing.map((name) => [name, required[name]])))
    if (missing.length > 0) return
    const remember = data.get('remember') === 'on'
    setBusy(true)
    try {
      const answer = await login({
        username: field('username').trim(),
        password: field('password'),
        captcha: field('captcha').trim(),
        checkKey: captcha.key,
        remember_me: remember,
      })
      onAccepted({ answer, password: field('password'), remember })
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      onFail(error.message)
      // The first try uses a captcha up, whatever its outcome; a call that never arrived leaves it.
      if (error.kind !== 'business' && error.kind !== 'server') return
      captcha.refresh()
      const input = captchaInput.current?.querySelector('input')
      if (input) input.value = ''
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="login-tab">账号密码登录</h2>
      <LoginField
        label="请输入用户名"
        name="username"
        autoComplete="username"
        autoFocus
        icon={<FieldIcon name="user" />}
        error={errors.username}
      />
      <LoginField
        label="请输入密码"
        name="password"
        type="password"
        autoComplete="current-password"
        icon={<FieldIcon name="lock" />}
        error={errors.password}
      />
      {!captcha.off && (
        <div className="login-captcha" ref={captchaInput}>
          <LoginField
            label="请输入验证码"
            name="captcha"
            onFocus={(event) => {
              if (!event.target.value) captcha.renewOld()
            }}
            autoComplete="off"
            maxLength={8}
            icon={<FieldIcon name="check" />}
            error={errors.captcha}
          />
          <button
            type="button"
            className="login-captcha-image"
            title="看不清？点击换一张"
            onClick={captcha.refresh}
          >
            {captcha.image ? (
              <img src={captcha.image} alt="验证码，点击换一张" width={105} height={35} />
            ) : (
              captcha.hint
            )}
          </button>
        </div>
      )}
      <label className="login-remember">
        <input type="checkbox" name="remember" defaultChecked /> 自动登录（7 天）
      </label>
      <button className="login-button" type="submit" disabled={busy}>
        {busy ? '登录中…' : '登录'}
      </button>
    </form>
  )
}

/** The current picture and its key; every try needs a new one, since the server uses a captcha up. */
function useCaptcha() {
  const [key, setKey] = useState(() => Date.now())
  const [image, setImage] = useState('')
  const [hint, setHint] = useState('加载中…')
  const [off, setOff] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    setImage('')
    setHint('加载中…')
    fetchCaptcha(key, abort.signal).then(
      (picture) => (picture ? setImage(picture) : setOff(true)),
      (error: unknown) => {
        if (error instanceof RequestFailure && error.kind === 'aborted') return
        setHint('点击重试')
      },
    )
    return () => abort.abort()
  }, [key])
  const refresh = useCallback(() => setKey(Date.now()), [])
  const renewOld = useCallback(
    () => setKey((made) => (Date.now() - made > captchaFreshMs ? Date.now() : made)),
    [],
  )
  return { key, image, hint, off, refresh, renewOld }
}
