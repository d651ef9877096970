import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp, Button, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import 'antd/dist/antd.css'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useState } from 'react'
import { isNarrowWidth } from '@suoan/console-base/use-width.ts'
import { ErrorBoundary } from 'react-error-boundary'
import { BrowserRouter } from 'react-router'
import { setRequestHost } from '@suoan/console-base/request/client.ts'
import { signHeaders } from '@suoan/console-base/request/sign.ts'
import { greetingAt } from '@suoan/console-base/session/login/greeting.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { setFeedback } from '@suoan/console-base/feedback.ts'
import { queryClient } from '@suoan/console-base/query-client.ts'
import { sessionExpired } from './shell/session-expired.tsx'
import { useIsStill, useTheme, useThemeVariables } from './shell/settings/theme.ts'
import { SessionGate } from './shell/SessionGate.tsx'
import { Shell } from './shell/Shell.tsx'
import { Notice } from '@suoan/console-base/states/Notice.tsx'
import { preloadView } from './views.ts'

dayjs.locale('zh-cn')
preloadView(location.pathname)

/** The console behind the login. */
export function App({ welcome }: { welcome: boolean }) {
  const theme = useTheme()
  const isStill = useIsStill()
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: isStill }}
    >
      <AntApp component={false} notification={{ top: 68 }}>
        <QueryClientProvider client={queryClient}>
          <Hosted welcome={welcome} />
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  )
}

function Hosted({ welcome }: { welcome: boolean }) {
  useThemeVariables()
  const api = AntApp.useApp()
  const [hosted, setHosted] = useState(false)
  useEffect(() => {
    setFeedback(api)
    setRequestHost({
      notify: (title, description) =>
        api.notification.error({ key: description, title, description, duration: 4 }),
      sessionExpired,
      sign: signHeaders,
    })
    setHosted(true)
  }, [api])
  useEffect(() => {
    if (!welcome || !hosted) return
    const description = `${greetingAt(new Date().getHours())}，欢迎回来`
    // On a phone it would lie over what is to be done, and at the top over the buttons of the page.
    if (!isNarrowWidth(window.innerWidth))
      api.notification.success({ key: 'welcome', title: '欢迎', description, placement: 'bottomRight' })
    if (useSession.getState().hasNoDepart)
      api.notification.warning({
        key: 'no-depart',
        title: '提示',
        description: '您尚未归属部门,请确认账号信息',
      })
  }, [welcome, hosted, api])
  return hosted ? (
    <SessionGate>
      <BrowserRouter>
        <ErrorBoundary FallbackComponent={ShellCrash}>
          <Shell />
        </ErrorBoundary>
      </BrowserRouter>
    </SessionGate>
  ) : null
}

/** The layout itself has failed: nothing of it can be used, so the window begins anew. */
function ShellCrash() {
  return (
    <Notice kind="error" title="系统页面出现异常" text="请刷新浏览器；若仍出现，请联系管理员">
      <Button type="primary" onClick={() => location.reload()}>
        刷新浏览器
      </Button>
    </Notice>
  )
}
