import { cronBounds, cronUnits } from '@suoan/kit/cron'
import { Input } from 'antd'
import { useState } from 'react'
import { changeText, draftOf, expressionOf, type CronDraft } from '../model/draft.ts'

interface RawFieldsProps {
  readonly draft: CronDraft
  onChange(draft: CronDraft): void
}

/** The text of each part and of them all, taken when one leaves the field or presses Enter (5-screens.md §13.3). */
export function RawFields({ draft, onChange }: RawFieldsProps) {
  return (
    <div className="cron-raw">
      {cronUnits.map((unit) => (
        <RawField
          key={unit}
          label={cronBounds[unit].title}
          text={draft.texts[unit]}
          onTake={(text) => onChange(changeText(draft, unit, text))}
        />
      ))}
      <RawField
        label="Cron"
        className="cron-raw-whole"
        text={expressionOf(draft)}
        onTake={(text) => onChange(draftOf(text, draft.texts))}
      />
    </div>
  )
}

interface RawFieldProps {
  readonly label: string
  readonly text: string
  readonly className?: string
  onTake(text: string): void
}

function RawField({ label, text, className = '', onTake }: RawFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    if (typed === null) return
    setTyped(null)
    if (typed !== text) onTake(typed)
  }
  return (
    <label className={`cron-raw-field ${className}`}>
      <span>{label}</span>
      <Input
        size="small"
        value={typed ?? text}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onPressEnter={take}
      />
    </label>
  )
}
