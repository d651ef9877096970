import { request } from '../request/client.ts'
import { RequestFailure } from '../request/failure.ts'
import { loginPath, loginWith } from '../session/guard.ts'
import { useSession } from '../session/session-store.ts'
import { feedback } from './feedback.ts'

/** Asks, ends the session on the server, then starts again at the login page (1-shell.md §2.6). */
export function confirmLogout(): void {
  feedback().modal.confirm({
    title: '提示',
    content: '真的要注销登录吗 ?',
    okText: '确定',
    cancelText: '取消',
    onOk: async () => {
      try {
        await request({ method: 'POST', path: '/sys/logout' })
      } catch (error) {
        // The server forgets an unreachable session by itself when it has been idle; the person still leaves here.
        if (!(error instanceof RequestFailure)) throw error
        if (!error.shown) void feedback().message.error(error.message)
      }
      leave(loginPath)
    },
  })
}

/** Forgets the person and loads the login page afresh, so that nothing of theirs stays in memory. */
export function leave(to: string = loginWith(location.pathname + location.search)): void {
  useSession.getState().clear()
  location.replace(to)
}
