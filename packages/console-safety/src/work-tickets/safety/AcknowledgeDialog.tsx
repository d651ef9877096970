import { emergencyEndpoints as emergencies, type BadgeHolder } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { HandwritingPad } from '@suoan/ui/handwriting'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { AckChannelInput, type AckChannel } from '@suoan/console-base/status/AckChannelInput.tsx'
import { Face } from '../../photo/Face.tsx'
import { sendHandwriting } from '../../send-handwriting.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'

interface Props {
  readonly holder: BadgeHolder
  readonly removal: BadgeHolder['removals'][number]
  /** The code that was read; it and his hand are his word (decision 0535). */
  readonly badge: string
  onDone(): void
  onClose(): void
}

/** T49 for somebody without an account: he reads that his lock was removed, and signs with his own hand. */
export function AcknowledgeDialog({ holder, removal, badge, onDone, onClose }: Props) {
  const [channel, setChannel] = useState<AckChannel>(1)
  const [drawn, setDrawn] = useState<Blob | null>(null)
  const [problem, setProblem] = useState('')
  const [clientOpId] = useState(newUlid)
  const acknowledge = useMutation({
    meta: { quiet: true },
    mutationFn: async (picture: Blob) =>
      call(
        emergencies.ack,
        { id: removal.id, clientOpId, channel, badge, handwriting: await sendHandwriting(picture) },
        { quiet: true },
      ),
    onSuccess: () => {
      void feedback().message.success(`${holder.personName} 已确认知悉`)
      onDone()
    },
    onError: showFailure,
  })
  return (
    <MoveDialog
      title={`确认被拆锁：${holder.personName}`}
      okText="本人已知悉"
      tone="warning"
      say={`个人锁 ${removal.lockCode} 已被他人拆除（工作票 ${removal.workNo}），原因：${removal.reason}`}
      detail="请本人阅读后亲笔签名。确认之前，本人不能进入现场、挂锁或担任新的作业角色；离场不受影响。"
      isRunning={acknowledge.isPending}
      problem={problem}
      onOk={() =>
        drawn === null ? setProblem(`请由${holder.personName}本人签名`) : acknowledge.mutate(drawn)
      }
      onClose={onClose}
    >
      <Face photo={holder.photo} name={holder.personName}>
        <span>{[holder.company, holder.idMask].filter(Boolean).join(' · ')}</span>
      </Face>
      <LabelledItem label="告知方式" required>
        <AckChannelInput value={channel} onChange={setChannel} />
      </LabelledItem>
      <HandwritingPad
        label={holder.personName}
        onDraw={(picture) => {
          setDrawn(picture)
          setProblem('')
        }}
      />
    </MoveDialog>
  )
}
