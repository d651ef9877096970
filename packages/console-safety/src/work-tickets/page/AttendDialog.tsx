import type { TicketDetail, TicketPerson } from '@suoan/contract'
import { lockPurpose } from '@suoan/domain/dictionaries'
import { HandwritingPad } from '@suoan/ui/handwriting'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Select } from 'antd'
import { useState } from 'react'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { upload } from '@suoan/console-base/request/upload.ts'
import { ScanInput } from '../../scan/ScanInput.tsx'
import { LockSelect } from '../editor/LockSelect.tsx'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useMove, type Press } from '../use-move.ts'
import { textOf } from '../text-of.ts'

/** What somebody without an account does at the screen of another. */
export type AttendedKey = 'in' | 'lockOn' | 'lockOff'

/** What he has shown and, for a lock to hang, which lock and where. */
export interface Shown {
  readonly badge: string
  readonly handwriting?: string
  readonly lockId?: string
  readonly boxId?: string
  readonly pointId?: string
}

const says: Readonly<Record<AttendedKey, string>> = {
  in: '请扫描本人出示的当日通行证，并核对姓名和照片。',
  lockOn: '请本人亲手把锁挂上并锁紧，钥匙由本人随身携带；扫描其通行证，并由本人签名确认。',
  lockOff: '请本人亲手摘下自己的锁；扫描其通行证，并由本人签名确认。',
}

interface Props {
  readonly detail: TicketDetail
  readonly person: TicketPerson
  readonly what: AttendedKey
  readonly label: string
  onSend(shown: Shown, press: Press): Promise<unknown>
  onClose(): void
}

/** T26, T28, T42 for somebody without an account: his badge, and for a lock his own hand. */
export function AttendDialog({ detail, person, what, label, onSend, onClose }: Props) {
  const name = textOf(person, 'name')
  const places = [
    ...detail.locks
      .filter((row) => row.isLockBox)
      .map((row) => ({ value: `box:${row.lockId}`, label: `锁箱 ${row.lockCode}` })),
    ...detail.points
      .filter((row) => !row.isDrain)
      .map((row) => ({ value: `point:${row.pointId}`, label: `隔离点 ${row.pointCode} ${row.pointName}` })),
  ]
  const { move, isRunning } = useMove(detail.ticket.id)
  const [badge, setBadge] = useState('')
  const [drawn, setDrawn] = useState<Blob | null>(null)
  const [lockId, setLockId] = useState(person.personalLockId)
  const [place, setPlace] = useState(places[0]?.value ?? '')
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const signs = what !== 'in'
  const missing = [
    badge.trim() === '' ? '扫描或输入通行码' : '',
    what === 'lockOn' && !lockId ? '选择个人锁' : '',
    what === 'lockOn' && place === '' ? '选择挂在哪里' : '',
    signs && drawn === null ? `由${name}本人签名` : '',
  ].filter((each) => each !== '')
  const submit = async () => {
    if (missing.length > 0) return setProblem(`请${missing.join('，')}`)
    setProblem('')
    setSending(true)
    try {
      const [kind, id] = place.split(':')
      const where = what !== 'lockOn' || !id ? {} : kind === 'box' ? { boxId: id } : { pointId: id }
      const shown = {
        badge: badge.trim(),
        ...(what === 'lockOn' && lockId ? { lockId } : {}),
        ...where,
        ...(drawn ? { handwriting: await uploaded(drawn) } : {}),
      }
      const done = await move(label, (press) => onSend(shown, press))
      if (done) onClose()
    } catch (error) {
      setProblem(`手写签名没有上传成功：${failureText(error)}`)
    } finally {
      setSending(false)
    }
  }
  return (
    <MoveDialog
      title={`${label}：${name}`}
      okText={what === 'in' ? '登记进场' : '已确认'}
      say={says[what]}
      isRunning={isRunning || isSending}
      problem={problem}
      onOk={submit}
      onClose={onClose}
    >
      <LabelledItem label="通行码" required>
        <ScanInput
          autoFocus
          maxLength={64}
          placeholder="扫描，或输入 TX- 开头的通行码"
          value={badge}
          onChange={(code) => {
            setBadge(code)
            setProblem('')
          }}
          {...(signs ? {} : { onEnter: () => void submit() })}
        />
      </LabelledItem>
      {what === 'lockOn' && (
        <>
          <LabelledItem label="个人锁" required>
            <LockSelect
              purpose={lockPurpose.personal}
              value={lockId}
              code={person.personalLockCode}
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
        </>
      )}
      {signs && <HandwritingPad label={name} onDraw={setDrawn} />}
    </MoveDialog>
  )
}

/** Sends the drawing; its stored path comes as the message (4-api.md, /sys/common/upload). */
async function uploaded(picture: Blob): Promise<string> {
  const form = new FormData()
  form.set('file', picture, 'signature.png')
  form.set('biz', 'work')
  return (await upload({ path: '/sys/common/upload', form })).message
}
