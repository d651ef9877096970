import type { ReactNode } from 'react'
import { phoneLogin } from './login-calls.ts'
import { PhoneCodeForm } from './PhoneCodeForm.tsx'
import type { SignIn } from './use-sign-in.ts'

/** 手机号登录 (5-screens.md §3.1). `children` stand above the button. */
export function PhoneForm({ signIn, children }: { readonly signIn: SignIn; readonly children: ReactNode }) {
  return (
    <PhoneCodeForm
      mode="0"
      okText="登录"
      busyText="登录中…"
      onFail={signIn.fail}
      send={async (mobile, captcha, data) => {
        const remember = data.get('remember') === 'on'
        const failure = await signIn.attempt(() => phoneLogin(mobile, captcha), { password: '', remember })
        if (failure) signIn.fail(failure.message)
      }}
    >
      {children}
    </PhoneCodeForm>
  )
}
