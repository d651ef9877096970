import { DownOutlined } from '@ant-design/icons'
import { lockEndpoints, openSessionEndpoints, type LockRow } from '@suoan/contract'
import { Button, Dropdown, Space } from 'antd'
import type { MenuProps } from 'antd'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { runAction } from '@suoan/console-base/resource/run-action.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { remindOpeners } from './remind-openers.ts'

interface Props {
  readonly row: LockRow
  onSent(cmdId: string): void
  onExtend(): void
  onChanged(): void
}

/** What can be done about a lock that is open: shut it, remind its people, ask for more time, decide about that. */
export function OpenRowActions({ row, onSent, onExtend, onChanged }: Props) {
  const mayClose = useCan('lo:lock:close')
  const mayRemind = useCan('lo:warn:ack')
  const mayDecide = useCan('lo:warn:adminClose')
  const userId = useSession((session) => session.user?.id ?? '')
  const { extension, sessionId } = row
  const decide = (agree: boolean) =>
    runAction(async () => {
      const { message } = await callForMessage(openSessionEndpoints.extendDecide, {
        id: extension?.id ?? '',
        agree,
      })
      void feedback().message.success(message)
      onChanged()
    })
  const items: NonNullable<MenuProps['items']> = []
  if (mayRemind && sessionId)
    items.push({ key: 'remind', label: '提醒关锁', onClick: () => void remindOpeners([sessionId]) })
  if (sessionId && !extension && (mayRemind || row.openUserId === userId))
    items.push({ key: 'extend', label: '申请延长', onClick: onExtend })
  return (
    <Space wrap size={4}>
      {extension && mayDecide && extension.mayDecide && (
        <>
          <Button type="primary" onClick={() => void decide(true)}>
            同意延长
          </Button>
          <Button onClick={() => void decide(false)}>拒绝</Button>
        </>
      )}
      {mayClose && (
        <Button
          onClick={() =>
            void runAction(async () => {
              const { cmdId } = await call(lockEndpoints.close, { lockId: row.id })
              onSent(cmdId)
            })
          }
        >
          请求关锁
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button>
            更多 <DownOutlined />
          </Button>
        </Dropdown>
      )}
    </Space>
  )
}

/** What stands beside the time of an opening while more of it is asked for. */
export function ExtensionNote({ row }: { row: LockRow }) {
  if (!row.extension) return null
  const { minutes, askName, reason } = row.extension
  return (
    <small className="cell-whole">
      {askName} 申请延长 {minutes} 分钟，等待审批：{reason}
    </small>
  )
}
