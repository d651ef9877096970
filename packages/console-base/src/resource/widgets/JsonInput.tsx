import { CodeEditor } from '@suoan/ui/code-editor'
import { emptyHint } from './empty-hint.ts'

interface Props {
  readonly label: string
  readonly disabled: boolean
  /** Text of the JSON. */
  readonly value?: string | null
  readonly onChange?: (text: string) => void
  readonly id?: string
}

/** JSON in lines and colours: edited as it was written, put into lines where it is only read. */
export function JsonInput({ label, disabled, value, ...input }: Props) {
  const text = value ?? ''
  return (
    <CodeEditor
      {...input}
      aria-label={label}
      language="json"
      height="auto"
      wrap
      placeholder={emptyHint(`请输入${label}`, disabled)}
      readOnly={disabled}
      value={disabled ? inLines(text) : text}
    />
  )
}

/** What is no JSON, such as the words of an old log, stays as it is. */
function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
