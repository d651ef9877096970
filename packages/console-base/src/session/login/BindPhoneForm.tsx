import type { UnboundAccount } from '@suoan/contract'
import { bindThirdPhone, thirdLoginUser } from './login-calls.ts'
import { PhoneCodeForm } from './PhoneCodeForm.tsx'
import { BackToForms } from './BackToForms.tsx'
import type { SignIn } from './use-sign-in.ts'

/** 绑定手机号 of a third-party account that nobody here is bound to yet (5-screens.md §3.6). */
export function BindPhoneForm({
  signIn,
  account,
}: {
  readonly signIn: SignIn
  readonly account: UnboundAccount
}) {
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
    <PhoneCodeForm
      mode="0"
      okText="确定"
      busyText="绑定中…"
      heading={
        <>
          <h2 className="login-tab">绑定手机号</h2>
          <p className="login-note">
            {who}还没有绑定。请用您在本系统登记的手机号绑定；收不到验证码说明号码没有登记，请联系管理员。
          </p>
        </>
      }
      after={<BackToForms signIn={signIn} />}
      onFail={signIn.fail}
      send={async (mobile, captcha) => {
        const failure = await signIn.attempt(async () =>
          thirdLoginUser(await bindThirdPhone(mobile, captcha, account.thirdUserUuid), account.source),
        )
        if (failure) signIn.fail(failure.message)
      }}
    />
  )
}
