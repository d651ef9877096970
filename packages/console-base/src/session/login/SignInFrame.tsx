import type { ReactNode } from 'react'
import { Footer } from '../Footer.tsx'
import { Logo } from './Logo.tsx'
import { Toast } from './Toast.tsx'
import type { ToastText } from './Toast.tsx'

/** The layout of every page before the login: mark, title, one column, footer, notifications (5-screens.md §3). */
export function SignInFrame({
  toast,
  onCloseToast,
  onTyping,
  isWide = false,
  children,
}: {
  readonly toast: ToastText | null
  onCloseToast(): void
  onTyping?(): void
  /** The card of the forgotten password, 480 px. */
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className="login">
      <main className={isWide ? 'login-column login-wide' : 'login-column'} onInput={onTyping}>
        <h1 className="login-title">
          <Logo size={44} />
          作业安全管理
        </h1>
        <p className="login-subtitle">上锁挂牌 · 智能锁具 · 工作票全程管控</p>
        <div className={isWide ? 'login-panel login-card' : 'login-panel'}>{children}</div>
      </main>
      <footer className="login-footer">
        <Footer />
      </footer>
      <Toast value={toast} onClose={onCloseToast} />
    </div>
  )
}
