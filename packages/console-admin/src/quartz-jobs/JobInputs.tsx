import { CronEditor } from '@suoan/ui/cron-editor'
import { AutoComplete, Button, Form, Input, Typography } from 'antd'
import { useJobClasses } from './use-job-classes.ts'

interface Props {
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
  readonly disabled?: boolean
  readonly id?: string
}

const quiet = { color: 'var(--text-2)', marginBottom: 0, marginTop: 'var(--space-xxs)' } as const

/** 任务类名: one of those that the program knows, with what it does. */
export function JobClassInput({ value, onChange, disabled, id }: Props) {
  const classes = useJobClasses()
  const chosen = classes.find(({ name }) => name === value)
  return (
    <>
      <AutoComplete
        {...(id ? { id } : {})}
        disabled={disabled ?? false}
        style={{ width: '100%' }}
        value={value ?? ''}
        placeholder="请选择任务类名"
        onChange={(text: string) => onChange?.(text)}
        showSearch={{
          filterOption: (typed, option) => {
            const own = classes.find(({ name }) => name === option?.value)
            return own !== undefined && `${own.name} ${own.title}`.toLowerCase().includes(typed.toLowerCase())
          },
        }}
        options={classes.map(({ name, title }) => ({ value: name, label: `${title}（${name}）` }))}
      />
      {chosen && (
        <Typography.Paragraph style={quiet}>
          {chosen.title}：{chosen.description}
          {chosen.isEssential && ' 系统必需，不能停止或删除。'}
        </Typography.Paragraph>
      )}
    </>
  )
}

export function CronInput({ value, onChange, disabled, id }: Props) {
  return (
    <CronEditor
      {...(id ? { id } : {})}
      value={value ?? ''}
      disabled={disabled ?? false}
      onChange={(text) => onChange?.(text)}
    />
  )
}

/** 参数 as JSON, with what the chosen class asks for below it. */
export function ParameterInput({ value, onChange, disabled, id }: Props) {
  const classes = useJobClasses()
  const name: unknown = Form.useWatch('jobClassName', Form.useFormInstance())
  const chosen = classes.find((each) => each.name === name)
  return (
    <>
      <Input.TextArea
        {...(id ? { id } : {})}
        rows={5}
        maxLength={1000}
        disabled={disabled ?? false}
        value={value ?? ''}
        placeholder={chosen?.example || '该任务不需要参数'}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {chosen && chosen.parameters.length > 0 && (
        <Typography.Paragraph style={quiet}>
          {chosen.parameters.map((each) => (
            <span key={each.name} style={{ display: 'block' }}>
              <Typography.Text code>{each.name}</Typography.Text> {each.meaning}
              {each.initial === null ? (each.isRequired ? '（必填）' : '') : `（默认 ${each.initial}）`}
            </span>
          ))}
          {!disabled && chosen.example !== '' && (
            <Button
              size="small"
              type="link"
              style={{ paddingInline: 0 }}
              onClick={() => onChange?.(chosen.example)}
            >
              填入默认参数
            </Button>
          )}
        </Typography.Paragraph>
      )}
    </>
  )
}
