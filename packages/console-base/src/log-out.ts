import { request } from './request/client.ts'
import { RequestFailure } from './request/failure.ts'
import { loginPath, loginWith } from './session/guard.ts'
import { stayAtLogin } from './session/login/stay-at-login.ts'
import { useSession } from './session/session-store.ts'
import { forgetDirtyTabs } from './tabs/dirty-tabs.ts'
import { feedback } from './feedback.ts'
import { unsavedPages } from './tabs/tab-store.ts'

/** Asks, ends the session on the server, then starts again at the login page (1-shell.md §2.6). */
export function confirmLogout(): void {
  const unsaved = unsavedPages()
  feedback().modal.confirm({
    title: '提示',
    content: ['真的要注销登录吗 ?', ...(unsaved ? [`${unsaved}有未保存的内容，注销后会丢失。`] : [])].join(
      '\n',
    ),
    styles: { body: { whiteSpace: 'pre-line' } },
    okText: '确定',
    cancelText: '取消',
    onOk: async () => {
      try {
        await request({ method: 'POST', path: '/sys/logout', quiet: true })
      } catch (error) {
        // The server forgets an unreachable session by itself when it has been idle; the person still leaves here.
        if (!(error instanceof RequestFailure)) throw error
        // Read before the page goes: the message takes its time, the login page would take it away.
        if (error.kind !== 'expired') await feedback().message.error(error.message)
      }
      stayAtLogin()
      leave(loginPath)
    },
  })
}

/**
 * Forgets the person and loads the login page afresh, so that nothing of theirs stays in memory. Whoever calls this has
 * asked about unsaved input: a browser that asked once more, and was told to stay, would stand on a page of nobody.
 */
export function leave(to: string = loginWith(location.pathname + location.search)): void {
  forgetDirtyTabs()
  useSession.getState().clear()
  location.replace(to)
}
