import { onlineReportEndpoints as calls, readReportItems, readReportParams } from '@suoan/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Flex, Form } from 'antd'
import { CodeEditor } from '@suoan/ui/code-editor'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'

interface Props {
  readonly value?: string | null
  readonly onChange?: (value: string) => void
  readonly disabled: boolean
  readonly id?: string
}

/** 报表语句 with 解析, which fills in the lines of its columns and parameters. */
export function StatementInput({ value, onChange, disabled, id }: Props) {
  const form = Form.useFormInstance()
  const parse = useMutation({
    mutationFn: () => call(calls.parseSql, { sql: value ?? '' }),
    onSuccess: ({ fields, params }) => {
      const [items, given] = [form.getFieldValue('items'), form.getFieldValue('params')].map(storedLines)
      form.setFieldsValue({
        items: merged(readReportItems(items), fields, ({ fieldName }) => fieldName),
        params:
          params.length === 0
            ? undefined
            : merged(readReportParams(given), params, ({ paramName }) => paramName),
      })
      void feedback().message.success('解析成功')
    },
  })
  return (
    <Flex vertical gap="small">
      <CodeEditor
        {...(id === undefined ? {} : { id })}
        aria-label="报表语句"
        language="sql"
        height={160}
        wrap
        readOnly={disabled}
        placeholder={disabled ? '' : '例如 select code, name from erp.material where kind = ${kind}'}
        value={value ?? ''}
        {...(onChange ? { onChange } : {})}
      />
      {!disabled && (
        <Button
          size="small"
          style={{ alignSelf: 'flex-start' }}
          loading={parse.isPending}
          disabled={(value ?? '').trim() === ''}
          onClick={() => parse.mutate()}
        >
          解析
        </Button>
      )}
    </Flex>
  )
}

const storedLines = (text: unknown): unknown =>
  typeof text === 'string' && text !== '' ? JSON.parse(text) : []

/** What was said of a line stays when the statement is read again. */
function merged<T>(stored: readonly T[], found: readonly T[], key: (line: T) => string): string {
  return JSON.stringify(found.map((line) => stored.find((each) => key(each) === key(line)) ?? line))
}
