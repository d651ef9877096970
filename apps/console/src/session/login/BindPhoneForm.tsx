import type { UnboundAccount } from '@suoan/contract'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { bindThirdPhone, thirdLoginUser } from './login-calls.ts'
import { phoneProblems } from './login-steps.ts'
import { PhoneFields } from './SendCode.tsx'
import { useFieldErrors } from './use-field-errors.ts'
import type { SignIn } from './use-sign-in.ts'

/** 绑定手机号 of a third-party account that nobody here is bound to yet (5-screens.md §3.6). */
export function BindPhoneForm({
  signIn,
  account,
}: {
  readonly signIn: SignIn
  readonly account: UnboundAccount
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
    const failure = await signIn.attempt(async () =>
      thirdLoginUser(await bindThirdPhone(mobile, captcha, account.thirdUserUuid), account.source),
    )
    setBusy(false)
    if (failure) signIn.fail(failure.message)
  }
  const who = account.name ? `第三方账号“${account.name}”` : '这个第三方账号'
  if (!account.canBindByPhone)
    return (
      <section>
        <h2 className="login-tab">账号还没有绑定</h2>
        <p className="login-note">
          {who}还没有绑定本系统的账号。请先用账号密码登录，再到个人设置中绑定；没有账号请联系管理员开通。
        </p>
        <button className="login-button" type="button" onClick={signIn.restart}>
          用账号密码登录
        </button>
      </section>
    )
  return (
    <form noValidate onInput={onInput} onSubmit={(event) => void submit(event)}>
      <h2 className="login-tab">绑定手机号</h2>
      <p className="login-note">
        {who}还没有绑定。请用您在本系统登记的手机号绑定；收不到验证码说明号码没有登记，请联系管理员。
      </p>
      <PhoneFields mode="0" errors={errors} onFail={signIn.fail} />
      <button className="login-button" type="submit" disabled={busy}>
        {busy ? '绑定中…' : '确定'}
      </button>
      <div className="login-links">
        <span />
        <button type="button" className="login-link" onClick={signIn.restart}>
          返回重新登录
        </button>
      </div>
    </form>
  )
}
