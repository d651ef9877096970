import type { SignIn } from './use-sign-in.ts'

/** The way out of a step of the sign-in, to the forms it began with. */
export function BackToForms({
  signIn,
  text = '返回重新登录',
}: {
  readonly signIn: SignIn
  readonly text?: string
}) {
  return (
    <div className="login-links">
      <span />
      <button type="button" className="login-link" onClick={signIn.restart}>
        {text}
      </button>
    </div>
  )
}
