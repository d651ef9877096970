import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { RequestFailure } from '../../request/failure.ts'
import { resetPassword, verifyPhone } from './login-calls.ts'
import { FieldIcon, LoginField } from './LoginField.tsx'
import { PlaceLink, useWays } from './LoginPage.tsx'
import { passwordProblem } from './login-steps.ts'
import { PhoneCodeForm } from './PhoneCodeForm.tsx'
import { Tick } from './RegisterPage.tsx'
import { goTo } from './sign-in-place.ts'
import { SignInFrame } from './SignInFrame.tsx'
import type { ToastText } from './Toast.tsx'
import { useFieldErrors } from './use-field-errors.ts'

/** What the verified phone allows: one new password of this account. */
interface Proof {
  readonly phone: string
  readonly username: string
  readonly ticket: string
}
type Stage =
  | { readonly at: 0 }
  | { readonly at: 1; readonly proof: Proof }
  | { readonly at: 2; readonly username: string }

const steps = ['手机验证', '更改密码', '完成']
const RETURN_S = 5

/** Forgotten password in three steps (5-screens.md §3.5). */
export function AlterationPage() {
  const ways = useWays()
  const [stage, setStage] = useState<Stage>({ at: 0 })
  const [toast, setToast] = useState<ToastText | null>(null)
  return (
    <SignInFrame toast={toast} onCloseToast={() => setToast(null)} isWide>
      <ol className="login-steps" aria-label="找回密码的步骤">
        {steps.map((title, index) => (
          <li
            key={title}
            aria-current={index === stage.at ? 'step' : undefined}
            className={index < stage.at ? 'login-step-done' : undefined}
          >
            <span>{index < stage.at ? '✓' : index + 1}</span>
            {title}
          </li>
        ))}
      </ol>
      {ways?.phone === false ? (
        <>
          <p className="login-note">系统还没有配置短信，不能自助找回密码。请联系管理员重置密码。</p>
          <PlaceLink to="/user/login">使用已有账户登录</PlaceLink>
        </>
      ) : stage.at === 0 ? (
        <PhoneStep
          onFail={(text) => setToast({ title: '验证错误', text })}
          onProved={(proof) => setStage({ at: 1, proof })}
        />
      ) : stage.at === 1 ? (
        <PasswordStep
          proof={stage.proof}
          onBack={() => setStage({ at: 0 })}
          onFail={(text) => setToast({ title: '更改密码失败', text })}
          onDone={() => setStage({ at: 2, username: stage.proof.username })}
        />
      ) : (
        <DoneStep username={stage.username} />
      )}
    </SignInFrame>
  )
}

function PhoneStep({ onProved, onFail }: { onProved(proof: Proof): void; onFail(text: string): void }) {
  return (
    <PhoneCodeForm
      mode="2"
      okText="下一步"
      busyText="验证中…"
      codeLabel="手机短信验证码"
      codeMissing="请输入短信验证码!"
      after={
        <div className="login-links">
          <PlaceLink to="/user/login">使用已有账户登录</PlaceLink>
        </div>
      }
      onFail={onFail}
      send={async (phone, code) => {
        try {
          const { username, smscode } = await verifyPhone(phone, code)
          onProved({ phone, username, ticket: smscode })
        } catch (error) {
          if (!(error instanceof RequestFailure)) throw error
          onFail(error.message)
        }
      }}
    />
  )
}

function PasswordStep({
  proof,
  onBack,
  onFail,
  onDone,
}: {
  readonly proof: Proof
  onBack(): void
  onFail(text: string): void
  onDone(): void
}) {
  const { errors, setErrors, onInput } = useFieldErrors()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const password = String(data.get('password') ?? '')
    const problem = passwordProblem(password)
    const isSame = password === String(data.get('confirm') ?? '')
    setErrors({ ...(problem ? { password: problem } : {}), ...(isSame ? {} : { confirm: '两次密码不一致' }) })
    if (problem || !isSame) return
    setBusy(true)
    try {
      await resetPassword({ username: proof.username, phone: proof.phone, smscode: proof.ticket, password })
      onDone()
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      onFail(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onInput={onInput} onSubmit={(event) => void submit(event)}>
      <LoginField
        label="账号名"
        name="username"
        autoComplete="username"
        value={proof.username}
        readOnly
        disabled
        icon={<FieldIcon name="user" />}
        error={undefined}
      />
      <LoginField
        label="新密码"
        name="password"
        type="password"
        autoComplete="new-password"
        autoFocus
        icon={<FieldIcon name="lock" />}
        error={errors['password']}
      />
      <LoginField
        label="确认密码"
        name="confirm"
        type="password"
        autoComplete="new-password"
        icon={<FieldIcon name="lock" />}
        error={errors['confirm']}
      />
      <div className="login-pair">
        <button className="login-button login-plain" type="button" onClick={onBack}>
          上一步
        </button>
        <button className="login-button" type="submit" disabled={busy}>
          {busy ? '提交中…' : '提交'}
        </button>
      </div>
    </form>
  )
}

function DoneStep({ username }: { readonly username: string }) {
  const [left, setLeft] = useState(RETURN_S)
  useEffect(() => {
    if (left <= 0) return goTo('/user/login', { username })
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, username])
  return (
    <div className="login-result">
      <Tick />
      <h2>更改密码成功</h2>
      <p className="login-note">将在{left}秒后返回登录页面.</p>
      <button className="login-button" type="button" onClick={() => goTo('/user/login', { username })}>
        返回登录
      </button>
    </div>
  )
}
