import { externalPersonEndpoints as externals, type BadgeHolder } from '@suoan/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { useServerNow } from '@suoan/console-base/status/use-now.ts'
import { Face } from '../../photo/Face.tsx'
import { ScanInput } from '../../scan/ScanInput.tsx'
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx'
import { SafetyCardView } from './SafetyCardView.tsx'

/** Somebody without an account asks with his badge, on any terminal (decision 0471). */
export function BadgeCards() {
  const [code, setCode] = useState('')
  const [removal, setRemoval] = useState<BadgeHolder['removals'][number] | null>(null)
  const ask = useMutation({
    meta: { quiet: true },
    mutationFn: async (badge: string) => {
      const [safety, holder] = await Promise.all([
        call(externals.safetyByBadge, { code: badge }, { quiet: true }),
        call(externals.byBadge, { code: badge }, { quiet: true }),
      ])
      return { badge, safety, holder }
    },
    onError: showFailure,
  })
  const look = () => {
    if (code.trim() !== '') ask.mutate(code.trim())
  }
  // An answer of a minute ago says nothing: the holder asks again.
  const now = useServerNow(1_000)
  const { data } = ask
  const isOld = data !== undefined && now - data.safety.serverTime > 60_000
  return (
    <section className="safety-badge" aria-label="外来人员安全卡">
      <div className="safety-badge-ask">
        <ScanInput
          maxLength={64}
          aria-label="通行码"
          placeholder="没有账号？扫描或输入通行码"
          value={code}
          onChange={setCode}
          onEnter={look}
        />
        <Button size="large" type="primary" loading={ask.isPending} onClick={look}>
          查看
        </Button>
      </div>
      {data && (
        <>
          <Face photo={data.holder.photo} name={data.holder.personName}>
            <span>{[data.holder.company, data.holder.idMask].filter(Boolean).join(' · ')}</span>
          </Face>
          {data.holder.gap && (
            <Alert type="error" showIcon className="gap-bottom" title={`不能进场：${data.holder.gap}`} />
          )}
          {data.holder.removals.map((each) => (
            <Alert
              key={each.id}
              type="warning"
              showIcon
              className="gap-bottom"
              title={`个人锁 ${each.lockCode} 已被他人拆除（${each.workNo}），本人尚未确认知悉`}
              description="确认之前不能进场、挂锁。由工作负责人、监护人或属地负责人陪同本人在此签名确认。"
              action={
                <Button size="large" type="primary" onClick={() => setRemoval(each)}>
                  本人确认
                </Button>
              }
            />
          ))}
          {data.safety.cards.length === 0 && <EmptyState text="此人不在任何已批准或执行中的工作票上" />}
          {data.safety.cards.map((card) => (
            <SafetyCardView key={card.workId} card={card} colour={isOld ? 'grey' : card.colour} />
          ))}
          {removal && (
            <AcknowledgeDialog
              holder={data.holder}
              removal={removal}
              badge={data.badge}
              onClose={() => setRemoval(null)}
              onDone={() => {
                setRemoval(null)
                ask.mutate(data.badge)
              }}
            />
          )}
        </>
      )}
    </section>
  )
}
