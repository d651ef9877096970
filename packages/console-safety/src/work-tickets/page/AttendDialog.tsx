import type { TicketDetail, TicketPerson } from '@suoan/contract'
import { HandwritingPad } from '@suoan/ui/handwriting'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { useState } from 'react'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { Face } from '../../photo/Face.tsx'
import { ScanInput } from '../../scan/ScanInput.tsx'
import { sendHandwriting } from '../../send-handwriting.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useMove, type Press } from '../use-move.ts'
import { textOf } from '../text-of.ts'
import { firstChoice, LockPlaceInput, whereOf } from './LockPlaceInput.tsx'

/** What somebody without an account does at the screen of another. */
export type AttendedKey = 'in' | 'out' | 'lockOn' | 'lockOff'

/** What he has shown and, for a lock to hang, which lock and where. */
export interface Shown {
  readonly badge?: string
  readonly handwriting?: string
  readonly lockId?: string
  readonly boxId?: string
  readonly pointId?: string
}

/** What the dialog says, and what the person himself gives: his badge and, for his lock, his hand. */
const looks: Readonly<
  Record<AttendedKey, { say: string; okText: string; needsBadge: boolean; signs: boolean }>
> = {
  in: {
    say: '请扫描本人出示的当日通行证，并核对姓名和照片。',
    okText: '登记进场',
    needsBadge: true,
    signs: false,
  },
  out: {
    say: '请核对离开的是本人。通行证遗失的，监护人、工作负责人等清点人员核对后可直接登记。',
    okText: '登记离场',
    needsBadge: false,
    signs: false,
  },
  lockOn: {
    say: '请本人亲手把锁挂上并锁紧，钥匙由本人随身携带；扫描其通行证，并由本人签名确认。',
    okText: '已确认',
    needsBadge: true,
    signs: true,
  },
  lockOff: {
    say: '请本人亲手摘下自己的锁；扫描其通行证，并由本人签名确认。',
    okText: '已确认',
    needsBadge: true,
    signs: true,
  },
}

interface Props {
  readonly detail: TicketDetail
  readonly person: TicketPerson
  readonly what: AttendedKey
  readonly label: string
  onSend(shown: Shown, press: Press): Promise<unknown>
  onClose(): void
}

/** T26, T28, T29, T42 for somebody without an account: his face, his badge, and for a lock his own hand. */
export function AttendDialog({ detail, person, what, label, onSend, onClose }: Props) {
  const name = textOf(person, 'name')
  const { say, okText, needsBadge, signs } = looks[what]
  const { move, isRunning } = useMove(detail.ticket.id)
  const [badge, setBadge] = useState('')
  const [drawn, setDrawn] = useState<Blob | null>(null)
  const [hung, setHung] = useState(() => firstChoice(detail, person.personalLockId))
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const missing = [
    needsBadge && badge.trim() === '' ? '扫描或输入通行码' : '',
    what === 'lockOn' && !hung.lockId ? '选择个人锁' : '',
    what === 'lockOn' && hung.place === '' ? '选择挂在哪里' : '',
    signs && drawn === null ? `由${name}本人签名` : '',
  ].filter((each) => each !== '')
  const submit = async () => {
    if (missing.length > 0) return setProblem(`请${missing.join('，')}`)
    setProblem('')
    setSending(true)
    try {
      const shown = {
        ...(badge.trim() === '' ? {} : { badge: badge.trim() }),
        ...(what === 'lockOn' && hung.lockId ? { lockId: hung.lockId, ...whereOf(hung) } : {}),
        ...(drawn ? { handwriting: await sendHandwriting(drawn) } : {}),
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
      okText={okText}
      say={say}
      isRunning={isRunning || isSending}
      problem={problem}
      onOk={submit}
      onClose={onClose}
    >
      <Face photo={person.photo} name={name}>
        <span>{[person.company, person.idMask].filter(Boolean).join(' · ')}</span>
      </Face>
      <LabelledItem label={needsBadge ? '通行码' : '通行码（可不扫）'} required={needsBadge}>
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
        <LockPlaceInput
          detail={detail}
          label="个人锁"
          code={person.personalLockCode}
          value={hung}
          onChange={setHung}
        />
      )}
      {signs && <HandwritingPad label={name} onDraw={setDrawn} />}
    </MoveDialog>
  )
}
