import { Button } from 'antd'
import { appLoginPath, loginPath } from '@suoan/console-base/session/guard.ts'
import { isChatApp } from '@suoan/console-base/session/chat-app.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { leave } from '@suoan/console-base/log-out.ts'
import { queryClient } from '@suoan/console-base/query-client.ts'
import { unsavedPages } from '@suoan/console-base/tabs/tab-store.ts'

let isShown = false

/** 登录已过期 (1-shell.md §8): one dialog, however many calls find out at the same time. */
export function sessionExpired(): void {
  if (isShown || useSession.getState().token === null) return
  isShown = true
  if (isChatApp(navigator.userAgent)) {
    // Inside a workplace chat app nobody types a password: the app signs in again by itself, after a moment to read why.
    void feedback().message.loading('登录已过期，正在重新登陆', 0)
    setTimeout(() => leave(appLoginPath), 1_000)
    return
  }
  const unsaved = unsavedPages()
  const content = '很抱歉，登录已过期，请重新登录'
  const { destroy } = feedback().modal.error({
    title: '登录已过期',
    content,
    okText: '重新登录',
    mask: { closable: false },
    keyboard: false,
    onOk: () => leave(),
    ...(unsaved && {
      content: `${content}\n${unsaved}有未保存的内容，在本页重新登录会丢失。可在新窗口登录本账号（勾选“自动登录”），之后回到本页继续。`,
      styles: { body: { whiteSpace: 'pre-line' } },
      footer: (_: unknown, { OkBtn }: { OkBtn: React.FC }) => (
        <>
          <Button onClick={signInBeside}>在新窗口登录</Button>
          <OkBtn />
        </>
      ),
    }),
  })
  const end = useSession.subscribe(({ token }, { token: before }) => {
    if (token === null || token === before) return
    end()
    destroy()
    isShown = false
    void feedback().message.success('已重新登录，可以继续')
    void queryClient.invalidateQueries()
  })
}

/** The login in a window of its own, so that the pages of this one keep their input; this one then takes the session over. */
function signInBeside(): void {
  useSession.getState().awaitSignIn()
  window.open(loginPath, '_blank', 'noopener')
}
