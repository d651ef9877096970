import { useState } from 'react'
import type { FormEvent } from 'react'
import { RequestFailure } from '../../request/failure.ts'
import { register } from './login-calls.ts'
import { FieldIcon, LoginField } from './LoginField.tsx'
import { PlaceLink, useWays } from './LoginPage.tsx'
import { passwordProblem, passwordStrength, phoneProblems, usernameProblem } from './login-steps.ts'
import { PhoneFields } from './SendCode.tsx'
import { goTo, placeState } from './sign-in-place.ts'
import { SignInFrame } from './SignInFrame.tsx'
import type { ToastText } from './Toast.tsx'
import { useFieldErrors } from './use-field-errors.ts'

type FieldName = 'username' | 'password' | 'confirm' | 'mobile' | 'captcha'

/** What the server says of a field is shown at that field, in the words of 5-screens.md §3.3. */
const serverSays: Readonly<Record<string, { field: FieldName; text: string }>> = {
  用户名已注册: { field: 'username', text: '用户名已存在!' },
  该手机号已注册: { field: 'mobile', text: '手机号已存在!' },
  手机验证码错误: { field: 'captcha', text: '验证码错误，请核对短信后重新输入' },
}

/** 注册 (5-screens.md §3.3). */
export function RegisterPage() {
  const ways = useWays()
  const { errors, setErrors, onInput } = useFieldErrors()
  const [password, setPassword] = useState('')
  const [isTyping, setTyping] = useState(false)
  const [busy, setBusy] = useState(false)
  const [toast, setToast] = useState<ToastText | null>(null)
  const fail = (text: string) => setToast({ title: '注册失败', text })

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const field = (name: FieldName) => String(data.get(name) ?? '')
    const given = {
      username: field('username').trim(),
      mobile: field('mobile').trim(),
      captcha: field('captcha').trim(),
    }
    const found: Record<FieldName, string | null | undefined> = {
      username: usernameProblem(given.username),
      password:
        password === ''
          ? '请输入密码'
          : passwordProblem(password) && '密码强度不够：至少 8 位，须含字母、数字和特殊字符',
      confirm: field('confirm') === password ? null : '两次密码不一致',
      mobile: phoneProblems(given.mobile, given.captcha).mobile,
      captcha: phoneProblems(given.mobile, given.captcha).captcha,
    }
    const wrong = Object.fromEntries(
      Object.entries(found).flatMap(([name, text]) => (text ? [[name, text]] : [])),
    )
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      await register({ username: given.username, password, phone: given.mobile, smscode: given.captcha })
      goTo('/user/register-result', { username: given.username })
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      const said = serverSays[error.message]
      if (said) setErrors({ [said.field]: said.text })
      else fail(error.message)
    } finally {
      setBusy(false)
    }
  }
  const strength = passwordStrength(password)
  return (
    <SignInFrame toast={toast} onCloseToast={() => setToast(null)}>
      <h2 className="login-tab">注册</h2>
      {ways && !ways.register ? (
        <>
          <p className="login-note">
            {ways.phone
              ? '系统没有开放自助注册，请联系管理员开通账号。'
              : '系统还没有配置短信，暂不能自助注册，请联系管理员开通账号。'}
          </p>
          <PlaceLink to="/user/login">使用已有账户登录</PlaceLink>
        </>
      ) : (
        <form noValidate onInput={onInput} onSubmit={(event) => void submit(event)}>
          <LoginField
            label="请输入用户名"
            name="username"
            autoComplete="username"
            maxLength={18}
            autoFocus
            icon={<FieldIcon name="user" />}
            error={errors['username']}
          />
          <div className="login-strength-anchor">
            <LoginField
              label="至少8位密码，区分大小写"
              name="password"
              type="password"
              autoComplete="new-password"
              icon={<FieldIcon name="lock" />}
              error={errors['password']}
              onFocus={() => setTyping(true)}
              onBlur={() => setTyping(false)}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
            {isTyping && (
              <div className="login-strength" role="status">
                <div>强度：{strength.text}</div>
                <div className={`login-strength-bar login-strength-${strength.level}`}>
                  <span />
                </div>
                <p>请至少输入 8 个字符，同时包含字母、数字和特殊字符。请不要使用容易被猜到的密码。</p>
              </div>
            )}
          </div>
          <LoginField
            label="确认密码"
            name="confirm"
            type="password"
            autoComplete="new-password"
            icon={<FieldIcon name="lock" />}
            error={errors['confirm']}
          />
          <PhoneFields mode="1" errors={errors} onFail={fail} />
          <div className="login-links">
            <button className="login-button login-half" type="submit" disabled={busy}>
              {busy ? '注册中…' : '注册'}
            </button>
            <PlaceLink to="/user/login">使用已有账户登录</PlaceLink>
          </div>
        </form>
      )}
    </SignInFrame>
  )
}

/** 注册成功 (5-screens.md §3.4): back to the login with the name filled in. */
export function RegisterResultPage() {
  const username = placeState('username')
  return (
    <SignInFrame toast={null} onCloseToast={() => undefined}>
      <div className="login-result">
        <Tick />
        <h2>{username ? `你的账户：${username} 注册成功` : '注册成功'}</h2>
        <p className="login-note">账号可以登录了；要办理作业，请联系管理员为您分配部门和角色。</p>
        <button className="login-button" type="button" onClick={() => goTo('/user/login', { username })}>
          返回首页
        </button>
      </div>
    </SignInFrame>
  )
}

/** The green mark of a success. */
export function Tick() {
  return (
    <svg className="login-tick" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="30" />
      <path d="m20 33 9 9 16-18" />
    </svg>
  )
}
