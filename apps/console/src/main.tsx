import { StrictMode, Suspense, useCallback, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import '@suoan/console-base/tokens.css'
import './base.css'
import { ChunkFailure, loadChunk } from '@suoan/console-base/chunk/chunk-failure.ts'
import { chunkTexts } from '@suoan/console-base/chunk/chunk-texts.ts'
import { setRequestHost } from '@suoan/console-base/request/client.ts'
import { beginPermissions } from '@suoan/console-base/session/fetch-permissions.ts'
import { guard, homePath, isOpenPath, redirectOf } from '@suoan/console-base/session/guard.ts'
import { lazyStep } from '@suoan/console-base/session/login/lazy-step.tsx'
import { useSession } from '@suoan/console-base/session/session-store.ts'

const loadApp = () => import('./app.tsx')
// Whoever is signed in does not load the login.
const SignInArea = lazyStep('SignInArea', () =>
  import('@suoan/console-base/session/login/SignInArea.tsx').then((m) => m.SignInArea),
)

setRequestHost({
  token: () => useSession.getState().token,
  tenantId: () => useSession.getState().tenantId,
})
if (entryPage() === 'console') beginPermissions()

/** The login page and the console are two programs of one page: the first must not wait for the second. */
function Root() {
  const [entered, setEntered] = useState(() => entryPage() === 'console')
  const [welcome, setWelcome] = useState(false)
  useUserLayout(!entered)
  if (!entered) {
    return (
      <Suspense fallback={<div className="login" />}>
        <SignInArea
          // The console is fetched while the person types; a failure is told when it is needed.
          onTyping={() => void loadApp().catch(() => undefined)}
          onEnter={() => {
            history.replaceState(null, '', redirectOf(location.pathname + location.search) ?? homePath)
            setWelcome(true)
            setEntered(true)
          }}
        />
      </Suspense>
    )
  }
  return <Console welcome={welcome} />
}

/** The class of the login area's layout stands on the body while one of its pages is shown (1-shell.md §2.4). */
function useUserLayout(isShown: boolean) {
  useEffect(() => {
    document.body.classList.toggle('userLayout', isShown)
    return () => document.body.classList.remove('userLayout')
  }, [isShown])
}

/** The console, once its code is here; when it cannot be had, says so without any of it. */
function Console({ welcome }: { welcome: boolean }) {
  const [App, setApp] = useState<ComponentType<{ welcome: boolean }> | null>(null)
  const [failure, setFailure] = useState<ChunkFailure | null>(null)
  const load = useCallback(async () => {
    setFailure(null)
    try {
      const loaded = await loadChunk('console', loadApp)
      setApp(() => loaded.App)
    } catch (error) {
      if (!(error instanceof ChunkFailure)) throw error
      setFailure(error)
    }
  }, [])
  useEffect(() => void load(), [load])
  if (App) return <App welcome={welcome} />
  if (!failure) return <Boot />
  return (
    <div className="boot" role="alert">
      <div>
        <h1>{chunkTexts.title}</h1>
        <p>{chunkTexts.say}</p>
        <p>
          <small>{failure.message}</small>
        </p>
        <button type="button" onClick={() => void load()}>
          重试
        </button>{' '}
        <button type="button" onClick={() => location.reload()}>
          刷新浏览器
        </button>
      </div>
    </div>
  )
}

/** Follows the redirects of the guard before anything is drawn. */
function entryPage(): 'login' | 'console' {
  const session = { hasToken: useSession.getState().token !== null, permissions: 'missing' as const }
  const decision = guard(session, location.pathname + location.search)
  if (decision.kind === 'redirect') {
    history.replaceState(null, '', decision.to)
    return entryPage()
  }
  return isOpenPath(location.pathname) ? 'login' : 'console'
}

function Boot() {
  return (
    <div className="boot" role="status">
      <div>
        正在进入系统…
        <div className="boot-bar" />
      </div>
    </div>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <Root />
  </StrictMode>,
)
