import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { RequestFailure, failureText } from '@suoan/console-base/request/failure.ts'
import { takePermissions } from '@suoan/console-base/session/fetch-permissions.ts'
import { guard } from '@suoan/console-base/session/guard.ts'
import type { GuardSession } from '@suoan/console-base/session/guard.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { leave } from '@suoan/console-base/log-out.ts'
import { Notice } from '@suoan/console-base/states/Notice.tsx'

/** Loads menu and rights, asks the guard, then lets the pages in (1-shell.md §2.3). */
export function SessionGate({ children }: { children: ReactNode }) {
  const hasToken = useSession((session) => session.token !== null)
  const loaded = useSession((session) => session.permissions !== null)
  const permissions = useQuery({
    // Among the queries of the menu rows, so that whoever saves one finds the open menu as it is now (1-shell.md §2.4).
    queryKey: ['resource', 'permission', 'own'],
    queryFn: takePermissions,
    staleTime: Infinity,
  })
  const { data, error, refetch } = permissions
  useEffect(() => {
    if (data) useSession.getState().setPermissions(data)
  }, [data])

  // A lost connection says nothing about the session: the person may try again instead of being signed out.
  const unreachable = error instanceof RequestFailure && ['offline', 'timeout', 'server'].includes(error.kind)
  const state: GuardSession = {
    hasToken,
    permissions: loaded ? 'loaded' : error && !unreachable ? 'failed' : 'missing',
  }
  const decision = guard(state, location.pathname + location.search)
  const expired = error instanceof RequestFailure && error.kind === 'expired'
  const leaveTo = !expired && decision.kind === 'signOut' ? decision.to : null
  useEffect(() => {
    if (leaveTo) leave(leaveTo)
  }, [leaveTo])

  if (loaded) return children
  if (unreachable) {
    return (
      <Notice kind="warning" title="无法加载菜单与权限" text={failureText(error)}>
        <Button type="primary" onClick={() => void refetch()}>
          重试
        </Button>
        <Button onClick={() => leave()}>返回登录页</Button>
      </Notice>
    )
  }
  return (
    <div className="boot" role="status">
      <div>
        正在加载菜单与权限…
        <div className="boot-bar" />
      </div>
    </div>
  )
}
