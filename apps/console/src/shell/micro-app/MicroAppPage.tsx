import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { apiBase } from '@suoan/console-base/request/api-base.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { useSettings } from '@suoan/console-base/settings/settings-store.ts'
import { useIsDark } from '@suoan/console-base/settings/use-is-dark.ts'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { Notice } from '@suoan/console-base/states/Notice.tsx'
import { loadMicroApp, type MicroApp } from './manifest.ts'

/** A sub-application: its manifest says which page to load; session and theme are handed over (decision 0814). */
export function MicroAppPage({ url, title }: { url: string; title: string }) {
  const app = useQuery({
    queryKey: ['micro-app', url],
    queryFn: ({ signal }) => loadMicroApp(url, signal),
    retry: false,
    staleTime: 60_000,
  })
  if (app.isPending) return <LoadingState />
  // One that runs goes on when its manifest cannot be read again.
  if (app.isLoadingError)
    return (
      <div className="card">
        <Notice
          kind="error"
          title="子应用没有载入"
          text={`“${title}”：${app.error instanceof TypeError ? '清单的地址没有回答，或该网站不在服务器配置 MICRO_APPS 之列' : app.error.message}。请联系管理员。`}
        >
          <Button onClick={() => void app.refetch()}>重试</Button>
        </Notice>
      </div>
    )
  return <MicroFrame key={app.data.entry} app={app.data} title={title} />
}

/**
 * The page in a frame of its own, so that its styles and scripts stay there. It says `suoan:ready` and is answered with
 * `suoan:handover`; whenever session or theme change it is told again. Only its own origin is spoken to.
 */
function MicroFrame({ app, title }: { app: MicroApp; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isReady = useRef(false)
  const token = useSession((session) => session.token)
  const tenantId = useSession((session) => session.tenantId)
  const user = useSession((session) => session.user)
  const colour = useSettings((settings) => settings.colour)
  const density = useSettings((settings) => settings.density)
  const dark = useIsDark()
  useEffect(() => {
    const handOver = () =>
      frame.current?.contentWindow?.postMessage(
        {
          type: 'suoan:handover',
          version: 1,
          apiBase: new URL(apiBase(), location.origin).href,
          session: { token, tenantId, user },
          theme: { dark, colour, density },
        },
        app.origin,
      )
    if (isReady.current) handOver()
    const hear = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== app.origin) return
      const { data } = event
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'suoan:ready')
        return
      isReady.current = true
      handOver()
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [app.origin, token, tenantId, user, dark, colour, density])
  return (
    <iframe
      ref={frame}
      className="frame"
      src={app.entry}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals"
    />
  )
}
