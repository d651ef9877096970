import { UnlockOutlined } from '@ant-design/icons'
import { shellCalls, type WaitingAck } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { useState } from 'react'
import { callRoute } from '@suoan/console-base/request/call.ts'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { AckChannelInput, type AckChannel } from '@suoan/console-base/status/AckChannelInput.tsx'
import './removed-locks.css'

/** Under the key of the resource, so that the live channel renews it. */
const queryKey = ['resource', 'emergencyRemoval', 'mine'] as const

/**
 * A lock of mine was removed by others (T48): it stands above every page until I say that I know (T49). The page below
 * stays in reach, for stopping and leaving are never in anybody's way; everything else the server refuses (LO-4215).
 */
export function RemovedLockCard() {
  const client = useQueryClient()
  const waiting = useQuery({
    queryKey,
    queryFn: ({ signal }) => callRoute(shellCalls.emergencyMine, {}, { signal, quiet: true }),
    refetchInterval: 60_000,
    staleTime: 5_000,
  })
  const rows = waiting.data ?? []
  if (rows.length === 0) return null
  const again = () => client.invalidateQueries({ queryKey: ['resource'] })
  return (
    <section className="removed-locks" role="alertdialog" aria-label="您的个人锁曾被他人拆除">
      {rows.map((row) => (
        <RemovedLock key={row.id} row={row} onDone={() => void again()} />
      ))}
    </section>
  )
}

function RemovedLock({ row, onDone }: { row: WaitingAck; onDone(): void }) {
  const [channel, setChannel] = useState<AckChannel>(1)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await callRoute(
        shellCalls.emergencyAck,
        { id: row.id, channel, clientOpId: newUlid() },
        { quiet: true },
      )
      void feedback().message.success('已确认知悉')
      onDone()
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <article className="removed-lock">
      <UnlockOutlined aria-hidden />
      <div className="grow">
        <h3>您的个人锁 {row.lockCode} 已被他人拆除，请先确认知悉</h3>
        <p>
          {row.removeTime} 由 {row.removerName} 拆除，{row.requestName} 申请，{row.approveName} 批准。工作票{' '}
          {row.workNo}（{row.workName}）。
        </p>
        <p>原因：{row.reason}</p>
        <p className="removed-lock-rule">
          确认之前，您不能进入现场、开锁或担任新的作业角色；紧急停止和离场不受影响。
        </p>
        <Space wrap>
          <AckChannelInput value={channel} onChange={setChannel} />
          <Button type="primary" danger size="large" loading={busy} onClick={() => void confirm()}>
            我已知悉
          </Button>
        </Space>
      </div>
    </article>
  )
}
