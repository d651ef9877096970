import { CalendarOutlined } from '@ant-design/icons'
import { Tabs } from 'antd'
import { useState } from 'react'
import { AppModal } from '../modal/index.ts'
import { draftOf, expressionOf } from './model/draft.ts'
import { judge } from './model/judge.ts'
import type { PlainUnit } from './model/modes.ts'
import { DayTab } from './view/DayTab.tsx'
import { PlainTab } from './view/PlainTab.tsx'
import { RawFields } from './view/RawFields.tsx'
import { RunsPreview } from './view/RunsPreview.tsx'

interface CronDialogProps {
  readonly initial: string
  readonly zone: string
  onConfirm(expression: string): void
  onCancel(): void
}

const tabs: readonly { readonly unit: PlainUnit | 'day'; readonly label: string }[] = [
  { unit: 'second', label: '秒' },
  { unit: 'minute', label: '分' },
  { unit: 'hour', label: '时' },
  { unit: 'day', label: '天' },
  { unit: 'month', label: '月' },
  { unit: 'year', label: '年' },
]

/** Tabs for each part, their texts, what they mean, and the next ten runs (2-data-entry.md §2, §9). */
export function CronDialog({ initial, zone, onConfirm, onCancel }: CronDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(initial))
  const [year] = useState(() => new Date().getFullYear())
  const expression = expressionOf(draft)
  const judgement = judge(expression)
  const problem = 'problem' in judgement ? judgement.problem : ''
  return (
    <AppModal
      open
      title="cron表达式"
      width={608}
      className="cron-dialog"
      okButtonProps={{ disabled: problem !== '' }}
      okClose={false}
      onOk={() => onConfirm(expression)}
      onCancel={onCancel}
      {...(problem === ''
        ? {
            footer: (buttons) => (
              <div className="cron-dialog-foot">
                <code>{expression}</code>
                <span>{buttons}</span>
              </div>
            ),
          }
        : { problem })}
    >
      <Tabs
        type="card"
        items={tabs.map(({ unit, label }) => ({
          key: unit,
          label,
          icon: <CalendarOutlined />,
          children:
            unit === 'day' ? (
              <DayTab draft={draft} onChange={setDraft} />
            ) : (
              <PlainTab draft={draft} unit={unit} year={year} onChange={setDraft} />
            ),
        }))}
      />
      <div className="cron-dialog-texts">
        <RawFields draft={draft} onChange={setDraft} />
        <RunsPreview expression={expression} zone={zone} />
      </div>
      <p className="cron-dialog-sentence" role="status">
        {'sentence' in judgement ? judgement.sentence : ''}
      </p>
    </AppModal>
  )
}
