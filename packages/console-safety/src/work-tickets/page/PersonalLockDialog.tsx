import type { TicketDetail } from '@suoan/contract'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useMove } from '../use-move.ts'
import { firstChoice, LockPlaceInput, whereOf } from './LockPlaceInput.tsx'

/** T26: one's own lock on the lock box or on a point. */
export function PersonalLockDialog({ detail, onClose }: { detail: TicketDetail; onClose(): void }) {
  const me = useSession((session) => session.user?.id)
  const mine = detail.people.find((row) => row.isMe && row.personalLockId)
  const [hung, setHung] = useState(() => firstChoice(detail, mine?.personalLockId ?? null))
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(detail.ticket.id)
  const submit = async () => {
    const { lockId, place } = hung
    if (!lockId || !place) return setProblem(lockId ? '请选择挂在哪里' : '请选择您的个人锁')
    const done = await move('挂个人锁', (press) =>
      call(
        tickets.personalLockOn,
        { workId: detail.ticket.id, ...press, lockId, ...whereOf(hung) },
        { quiet: true },
      ),
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
      <LockPlaceInput
        detail={detail}
        label="我的个人锁"
        ownerId={me ?? null}
        code={mine?.personalLockCode ?? null}
        value={hung}
        onChange={setHung}
      />
    </MoveDialog>
  )
}
