import type { TicketDetail } from '@suoan/contract'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { lockPurpose } from '@suoan/domain/dictionaries'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Alert, Select } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { LockSelect, useLocks } from '../editor/LockSelect.tsx'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useMove } from '../use-move.ts'
import { unprotected } from './unprotected.ts'

/** T26: one's own lock on the lock box or on a point. */
export function PersonalLockDialog({ detail, onClose }: { detail: TicketDetail; onClose(): void }) {
  const me = useSession((session) => session.user?.id)
  const mine = detail.people.find((row) => row.isMe && row.personalLockId)
  const places = [
    ...detail.locks
      .filter((row) => row.isLockBox)
      .map((row) => ({ value: `box:${row.lockId}`, label: `锁箱 ${row.lockCode}` })),
    ...detail.points
      .filter((row) => !row.isDrain)
      .map((row) => ({ value: `point:${row.pointId}`, label: `隔离点 ${row.pointCode} ${row.pointName}` })),
  ]
  const [lockId, setLockId] = useState(mine?.personalLockId ?? null)
  const [place, setPlace] = useState(places[0]?.value ?? '')
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(detail.ticket.id)
  const open = unprotected({
    own: useLocks(lockPurpose.personal).data?.find((row) => row.id === lockId),
    box: useLocks(lockPurpose.lockBox).data?.find((row) => place === `box:${row.id}`),
  })
  const submit = async () => {
    if (!lockId || !place) return setProblem(lockId ? '请选择挂在哪里' : '请选择您的个人锁')
    const [kind, id] = place.split(':')
    const where = kind === 'box' ? { boxId: id ?? null } : { pointId: id ?? null }
    const done = await move('挂个人锁', (press) =>
      call(tickets.personalLockOn, { workId: detail.ticket.id, ...press, lockId, ...where }, { quiet: true }),
    )
    if (done) onClose()
  }
  return (
    <MoveDialog
      title="挂个人锁"
      okText="已挂上"
      width={480}
      isRunning={isRunning}
      problem={problem}
      onOk={submit}
      onClose={onClose}
    >
      <p className="point-say">把您本人的锁挂上并锁紧，钥匙随身携带。在您摘锁之前，能量不能恢复。</p>
      <LabelledItem label="我的个人锁" required>
        <LockSelect
          purpose={lockPurpose.personal}
          ownerId={me ?? null}
          value={lockId}
          code={mine?.personalLockCode ?? null}
          onChange={setLockId}
        />
      </LabelledItem>
      <LabelledItem label="挂在" required>
        <Select
          size="large"
          className="full"
          value={place || null}
          options={places}
          onChange={(value: string) => setPlace(value)}
        />
      </LabelledItem>
      {open.map((said) => (
        <Alert key={said} type="warning" showIcon className="gap-bottom" title={said} />
      ))}
    </MoveDialog>
  )
}
