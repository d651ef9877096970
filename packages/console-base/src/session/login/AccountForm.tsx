import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { RequestFailure } from '../../request/failure.ts'
import { fetchCaptcha, login } from './login-calls.ts'
import { FieldIcon, LoginField } from './LoginField.tsx'
import { captchaFreshMs } from './login-steps.ts'
import { useFieldErrors } from './use-field-errors.ts'
import type { SignIn } from './use-sign-in.ts'

const required = { username: '请输入用户名!', password: '请输入密码!', captcha: '请输入验证码!' } as const
type FieldName = keyof typeof required

/** Account, password, captcha (5-screens.md §3.1). `children` stand above the button. */
export function AccountForm({
  signIn,
  initialName,
  focusPassword = false,
  children,
}: {
  readonly signIn: SignIn
  readonly initialName: string
  /** The name has been chosen: the password is what is missing. */
  readonly focusPassword?: boolean
  readonly children: ReactNode
}) {
  const { errors, setErrors, onInput } = useFieldErrors()
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
    const credentials = {
      username: field('username').trim(),
      password: field('password'),
      captcha: field('captcha').trim(),
      checkKey: captcha.key,
      remember_me: remember,
    }
    const failure = await signIn.attempt(() => login(credentials), { password: field('password'), remember })
    setBusy(false)
    if (!failure) return
    signIn.fail(failure.message)
    // The first try uses a captcha up, whatever its outcome; a call that never arrived leaves it.
    if (failure.kind !== 'business' && failure.kind !== 'server') return
    captcha.refresh()
    const input = captchaInput.current?.querySelector('input')
    if (input) input.value = ''
  }

  return (
    <form noValidate onInput={onInput} onSubmit={(event) => void submit(event)}>
      <LoginField
        label="请输入用户名"
        name="username"
        autoComplete="username"
        autoFocus={initialName === ''}
        defaultValue={initialName}
        icon={<FieldIcon name="user" />}
        error={errors['username']}
      />
      <LoginField
        label="请输入密码"
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus={focusPassword}
        icon={<FieldIcon name="lock" />}
        error={errors['password']}
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
            error={errors['captcha']}
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
      {children}
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
      (picture) => {
        // Asked for anew after each refused try: the server may want a captcha from now on.
        setOff(picture === '')
        setImage(picture)
      },
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
