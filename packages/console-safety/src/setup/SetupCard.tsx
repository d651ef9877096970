import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { feedback } from '@suoan/console-base/feedback.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import './setup.css'
import { keepSetupDone, keepSetupHidden, readSetupHidden } from './setup-hidden.ts'
import { setupQuery } from './setup-query.ts'
import { SetupHead } from './SetupHead.tsx'
import { SetupSteps } from './SetupSteps.tsx'

/** 开始使用 on the first page: until all is done or they have put it away. */
export function SetupCard() {
  const username = useSession((session) => session.user?.username ?? '')
  const [isHidden, setHidden] = useState(() => readSetupHidden(username))
  const steps = useQuery({ ...setupQuery, enabled: !isHidden })
  const isDone = steps.data?.every(({ state }) => state === 'done')
  useEffect(() => {
    if (isDone !== undefined) keepSetupDone(username, isDone)
  }, [username, isDone])
  // A plant that is at work has no list to wait for: the first page does not jump for it.
  if (isHidden || steps.isPending) return null
  if (!steps.data)
    return (
      <section className="card setup" aria-label="开始使用">
        <ErrorState error={steps.error} onRetry={() => void steps.refetch()} />
      </section>
    )
  if (isDone) return null
  const hide = () => {
    keepSetupHidden(username, true)
    setHidden(true)
    void feedback().message.info('已收起。需要时可从菜单“系统管理 → 开始使用”再打开')
  }
  return (
    <section className="card setup" aria-label="开始使用">
      <KeptNote query={steps} />
      <SetupHead steps={steps.data}>
        <Button type="text" onClick={hide}>
          不在首页显示
        </Button>
      </SetupHead>
      <SetupSteps steps={steps.data} />
    </section>
  )
}
