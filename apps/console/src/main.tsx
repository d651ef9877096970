import { StrictMode, lazy, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './base.css'
import { setRequestHost } from './request/client.ts'
import { guard, homePath, redirectOf } from './session/guard.ts'
import { LoginPage } from './session/login/LoginPage.tsx'
import { useSession } from './session/session-store.ts'

const loadApp = () => import('./app.tsx')
const App = lazy(() => loadApp().then((module) => ({ default: module.App })))

setRequestHost({
  token: () => useSession.getState().token,
  tenantId: () => useSession.getState().tenantId,
})

/** The login page and the console are two programs of one page: the first must not wait for the second. */
function Root() {
  const [entered, setEntered] = useState(() => entryPage() === 'console')
  const [welcome, setWelcome] = useState(false)
  if (!entered) {
    return (
      <LoginPage
        // The console is fetched while the person types.
        onTyping={() => void loadApp()}
        onEnter={() => {
          history.replaceState(null, '', redirectOf(location.pathname + location.search) ?? homePath)
          setWelcome(true)
          setEntered(true)
        }}
      />
    )
  }
  return (
    <Suspense fallback={<Boot />}>
      <App welcome={welcome} />
    </Suspense>
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
  return session.hasToken ? 'console' : 'login'
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
