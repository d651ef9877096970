import { useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import './setup.css'
import { keepSetupHidden, readSetupHidden } from './setup-hidden.ts'
import { setupQuery } from './setup-query.ts'
import { SetupHead } from './SetupHead.tsx'
import { SetupSteps } from './SetupSteps.tsx'

/** 开始使用 as a page of its own: also when all is done, and when the first page shows it no more. */
export default function SetupPage() {
  const username = useSession((session) => session.user?.username ?? '')
  const [isHidden, setHidden] = useState(() => readSetupHidden(username))
  const steps = useQuery(setupQuery)
  if (steps.isPending) return <LoadingState rows={10} />
  if (!steps.data)
    return (
      <div className="card">
        <ErrorState error={steps.error} onRetry={() => void steps.refetch()} />
      </div>
    )
  return (
    <section className="card setup" aria-label="开始使用">
      <KeptNote query={steps} />
      <SetupHead steps={steps.data}>
        <label className="setup-switch">
          在首页显示
          <Switch
            checked={!isHidden}
            onChange={(isShown) => {
              keepSetupHidden(username, !isShown)
              setHidden(!isShown)
            }}
          />
        </label>
        <Button loading={steps.isFetching} onClick={() => void steps.refetch()}>
          刷新
        </Button>
      </SetupHead>
      {steps.data.every(({ state }) => state === 'hidden') ? (
        <EmptyState text="这些步骤的数据您都无权查看，请联系系统管理员" />
      ) : (
        <SetupSteps steps={steps.data} />
      )}
    </section>
  )
}
