import { Footer } from '../Footer.tsx'
import { useState } from 'react'
import { userOf, useSession } from '../session-store.ts'
import type { SessionUser } from '../session-store.ts'
import { storageKeys, writeStored } from '../storage.ts'
import { AccountForm } from './AccountForm.tsx'
import { ChooseForm } from './ChooseForm.tsx'
import './login.css'
import { Logo } from './Logo.tsx'
import { questionsOf } from './login-steps.ts'
import type { LoginQuestions } from './login-steps.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { Toast } from './Toast.tsx'
import type { ToastText } from './Toast.tsx'

/** What is known between the accepted password and the first page. */
interface Accepted {
  readonly token: string
  readonly remember: boolean
  readonly user: SessionUser
  readonly password: string
  readonly questions: LoginQuestions
}

/**
 * The login page: account, then (when asked) a new password, then tenant and department (5-screens.md §3.1–§3.2).
 * Built without the component library so that it appears at once.
 */
export function LoginPage({ onEnter, onTyping }: { onEnter(): void; onTyping(): void }) {
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  const [toast, setToast] = useState<ToastText | null>(null)
  const fail = (text: string) => setToast({ title: '登录失败', text })

  const proceed = (next: Accepted) => {
    const { questions } = next
    if (questions.tenantId !== null) useSession.getState().setTenant(questions.tenantId)
    if (questions.password || questions.tenants.length > 0 || questions.departs.length > 0) setAccepted(next)
    else enter(next)
  }
  /** Only now is the login kept: a reload before the forced change starts at the account form again. */
  const enter = ({ token, remember, user }: Accepted) => {
    useSession.getState().signIn(token, useSession.getState().user ?? user, remember)
    onEnter()
  }

  return (
    <div className="login">
      <main className="login-column" onInput={onTyping}>
        <h1 className="login-title">
          <Logo size={44} />
          作业安全管理
        </h1>
        <p className="login-subtitle">上锁挂牌 · 智能锁具 · 作业票全程管控</p>
        <div className="login-panel">
          {accepted === null ? (
            <AccountForm
              onFail={fail}
              onAccepted={({ answer, password, remember }) => {
                const user = userOf(answer.userInfo)
                if (!user) return fail('服务器返回的用户信息不完整，请联系管理员')
                useSession.setState({ token: answer.token, user })
                if (answer.sysAllDictItems) writeStored(storageKeys.dictionaries, answer.sysAllDictItems)
                const questions = questionsOf(answer)
                if (questions.noDepart) setToast({ title: '提示', text: '您尚未归属部门,请确认账号信息' })
                proceed({ token: answer.token, remember, user, password, questions })
              }}
            />
          ) : accepted.questions.password ? (
            <NewPasswordForm
              username={accepted.user.username}
              oldPassword={accepted.password}
              onChanged={() =>
                proceed({ ...accepted, questions: { ...accepted.questions, password: false } })
              }
            />
          ) : (
            <ChooseForm
              user={accepted.user}
              questions={accepted.questions}
              onChosen={() => enter(accepted)}
            />
          )}
        </div>
      </main>
      <footer className="login-footer">
        <Footer />
      </footer>
      <Toast value={toast} onClose={() => setToast(null)} />
    </div>
  )
}
