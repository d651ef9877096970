import { CloseCircleFilled, ScheduleOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { CronDialog } from './CronDialog.tsx'
import { judge } from './model/judge.ts'
import './cron-editor.css'

export interface CronEditorProps {
  /** A Quartz expression; empty when none is chosen. */
  readonly value?: string | null
  /** Hears of an expression that can run, with seven parts, or of an empty text. */
  readonly onChange?: (expression: string) => void
  readonly disabled?: boolean
  readonly placeholder?: string
  /** IANA name of the zone whose clock the runs follow. */
  readonly zone?: string
  readonly id?: string
  readonly 'aria-label'?: string
}

/**
 * A Quartz expression, chosen in a dialog (5-screens.md §13.3, §13.4). What it means stands below it; a value that
 * means nothing says why.
 */
export function CronEditor({
  value,
  onChange,
  disabled = false,
  placeholder = '请输入cron表达式',
  zone = 'Asia/Shanghai',
  id,
  'aria-label': label = 'cron表达式',
}: CronEditorProps) {
  const [open, setOpen] = useState(false)
  const expression = value ?? ''
  const judgement = expression === '' ? null : judge(expression)
  const show = () => {
    if (!disabled) setOpen(true)
  }
  return (
    <div className="cron-editor">
      <Input
        {...(id ? { id } : {})}
        className="cron-editor-field"
        readOnly
        disabled={disabled}
        value={expression}
        placeholder={placeholder}
        aria-label={label}
        {...(judgement && 'problem' in judgement ? { status: 'error' as const } : {})}
        onClick={show}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          show()
        }}
        suffix={
          <>
            {expression !== '' && !disabled && (
              <Button
                type="text"
                size="small"
                aria-label={`清除${label}`}
                icon={<CloseCircleFilled />}
                onClick={(event) => {
                  event.stopPropagation()
                  onChange?.('')
                }}
              />
            )}
            <ScheduleOutlined aria-hidden onClick={show} />
          </>
        }
      />
      {judgement && (
        <p className={'problem' in judgement ? 'cron-editor-problem' : 'cron-editor-sentence'}>
          {'problem' in judgement ? judgement.problem : judgement.sentence}
        </p>
      )}
      {open && (
        <CronDialog
          initial={expression}
          zone={zone}
          onCancel={() => setOpen(false)}
          onConfirm={(chosen) => {
            setOpen(false)
            onChange?.(chosen)
          }}
        />
      )}
    </div>
  )
}
