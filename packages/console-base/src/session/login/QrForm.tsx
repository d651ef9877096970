import { useEffect, useState } from 'react'
import { BackToForms } from './BackToForms.tsx'
import { qrLogin } from './login-calls.ts'
import type { SignIn } from './use-sign-in.ts'

/** 扫码登录: a code that a signed-in telephone says yes to (4-api.md §2.1). */
export function QrForm({ signIn }: { readonly signIn: SignIn }) {
  const [picture, setPicture] = useState('')
  const [problem, setProblem] = useState('')
  const [round, setRound] = useState(0)
  const { attempt } = signIn
  useEffect(() => {
    const abort = new AbortController()
    void attempt(() => qrLogin((code) => setPicture(code.qr), abort.signal)).then((failure) => {
      if (!failure || failure.kind === 'aborted') return
      setPicture('')
      setProblem(failure.message)
    })
    return () => abort.abort()
  }, [attempt, round])
  const again = () => {
    setProblem('')
    setRound(round + 1)
  }
  return (
    <section>
      <h2 className="login-tab">扫码登录</h2>
      <p className="login-note">
        用已登录本系统的手机浏览器扫描二维码，核对设备后点“确认登录”。二维码 30 秒内有效，到期自动更换。
      </p>
      <div className="login-qr">
        {problem ? (
          <span role="alert">{problem}</span>
        ) : picture ? (
          <img src={picture} alt="登录二维码" width={176} height={176} />
        ) : (
          <span role="status">正在生成二维码…</span>
        )}
      </div>
      {problem && (
        <button className="login-button" type="button" onClick={again}>
          刷新二维码
        </button>
      )}
      <BackToForms signIn={signIn} text="用账号密码登录" />
    </section>
  )
}
