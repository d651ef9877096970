import { demoEndpoints } from '@suoan/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { hasSimulator } from './has-simulator.ts'

/** 关锁（模拟）: the hand that shuts a demo lock at its point; nothing on a real plant, which has no simulator in its menu. */
export function SimulatedClose({ lockCode }: { lockCode: string }) {
  const client = useQueryClient()
  const isDemo = useSession((session) => hasSimulator(session.permissions?.menu ?? []))
  const close = useMutation({
    mutationFn: () => call(demoEndpoints.press, { sn: lockCode, press: 'close' }),
    onSuccess() {
      void feedback().message.success(`${lockCode}：已模拟关锁`)
      return client.invalidateQueries()
    },
    onError: showFailure,
  })
  if (!isDemo) return null
  return (
    <Button size="small" loading={close.isPending} onClick={() => close.mutate()}>
      关锁（模拟）
    </Button>
  )
}
