import { useEffect, useState } from 'react'
import { apiBase } from '../../request/api-base.ts'
import { leaveTo, takeArrival } from './arrival.ts'
import { appSource } from './login-steps.ts'
import { fetchWays, thirdLoginUser } from './login-calls.ts'
import { goTo } from './sign-in-place.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { SignInSteps } from './SignInSteps.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Login inside a workplace chat app: goes to its provider at once, and comes back here (4-api.md §2.10, 5-screens.md §3.7). */
export function AppLoginPage({ onEnter }: { onEnter(): void }) {
  const signIn = useSignIn(onEnter)
  const { attempt } = signIn
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const { arrival } = takeArrival()
    if (isBegun) return
    isBegun = true
    const begin = async () => {
      if (arrival?.kind === 'failed') return arrival.text
      if (arrival?.kind === 'third') {
        const failure = await attempt(() => thirdLoginUser(arrival.token, arrival.source), {
          password: '',
          remember: true,
        })
        return failure?.message ?? ''
      }
      const source = appSource(navigator.userAgent, (await fetchWays()).third)
      if (source === null) return '系统没有配置这个应用的登录，请用账号密码登录'
      leaveTo(`${apiBase()}/sys/thirdLogin/oauth2/${encodeURIComponent(source)}/login`, 'third', true)
      return ''
    }
    begin().then(setProblem, () => setProblem('暂时连不上服务器，请检查网络后重新登陆'))
  }, [attempt])

  if (problem)
    return (
      <SignInFrame toast={null} onCloseToast={() => undefined}>
        <div className="login-result" role="alertdialog" aria-label="登录失败">
          <h2>登录失败</h2>
          <p className="login-note">{problem}</p>
          <button className="login-button" type="button" onClick={() => location.assign('/oauth2-app/login')}>
            重新登陆
          </button>
          <button type="button" className="login-link" onClick={() => goTo('/user/login')}>
            用账号密码登录
          </button>
        </div>
      </SignInFrame>
    )
  if (signIn.step.kind !== 'forms')
    return (
      <SignInFrame toast={signIn.toast} onCloseToast={signIn.closeToast}>
        <SignInSteps signIn={signIn} />
      </SignInFrame>
    )
  return (
    <div className="boot" role="status">
      <div>
        正在登录，请稍候…
        <div className="boot-bar" />
      </div>
    </div>
  )
}

/** The way to the provider is taken once per page load, however often the page is drawn. */
let isBegun = false
