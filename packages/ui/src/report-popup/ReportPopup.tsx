import { CloseCircleFilled, ClusterOutlined } from '@ant-design/icons'
import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { targetProblem, targetValues } from './report.ts'
import type { ReportRow, ReportSource, ReportTarget } from './report.ts'
import { ReportDialog } from './ReportDialog.tsx'

export interface ReportPopupProps extends ReportTarget {
  readonly source: ReportSource
  /** Shown in the input, e.g. what the first field of the form holds. */
  readonly value?: string
  /** What each field of `destFields` gets; all of them empty when it is cleared. The rows are those that were chosen. */
  onValues(values: Readonly<Record<string, string>>, rows: readonly ReportRow[]): void
  readonly multiple?: boolean
  /** Parameters of the report, sent as `self_…`. */
  readonly param?: Readonly<Record<string, string>>
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly id?: string
}

/** Online-report popup: a read-only input that opens a report, whose chosen rows fill fields of the form (5-screens.md §13.10). */
export function ReportPopup({
  source,
  value = '',
  onValues,
  multiple = false,
  param = {},
  disabled = false,
  placeholder = '请选择',
  id,
  ...target
}: ReportPopupProps) {
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    if (disabled) return
    const problem = targetProblem(target)
    if (problem === null) setOpen(true)
    else void message.warning(problem)
  }
  return (
    <>
      <Input
        {...(id === undefined ? {} : { id })}
        readOnly
        disabled={disabled}
        placeholder={placeholder}
        prefix={<ClusterOutlined aria-hidden onClick={open} />}
        value={value}
        title={value}
        aria-haspopup="dialog"
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          open()
        }}
        suffix={
          value !== '' && !disabled ? (
            <Button
              type="text"
              size="small"
              aria-label="清空"
              title="清空"
              icon={<CloseCircleFilled />}
              onKeyDown={(event) => event.stopPropagation()}
              onClick={(event) => {
                event.stopPropagation()
                onValues(targetValues(target, []), [])
              }}
            />
          ) : (
            <span />
          )
        }
      />
      {isOpen && (
        <ReportDialog
          source={source}
          code={target.code}
          param={param}
          multiple={multiple}
          onConfirm={(rows) => {
            onValues(targetValues(target, rows), rows)
            setOpen(false)
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  )
}
