import { Alert, Button } from 'antd'

interface Props {
  readonly text: string
  readonly disabled: boolean
  onClear(): void
}

/** A stored JSON that an input cannot show: it stays as it is until somebody empties it. */
export function UnreadableJson({ text, disabled, onClear }: Props) {
  return (
    <Alert
      type="warning"
      showIcon
      title="原来的内容无法用表格显示，保存时原样保留"
      description={<code className="json-text">{text}</code>}
      {...(disabled
        ? {}
        : {
            action: (
              <Button type="link" size="small" onClick={onClear}>
                清空后重新填写
              </Button>
            ),
          })}
    />
  )
}
