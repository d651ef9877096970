import { AppPopover } from '@suoan/ui/popover'
import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Demo label="气泡卡片" value={{ isOpen, text }}>
      <div role="group">
        <AppPopover
          title="备注"
          isOpen={isOpen}
          onOpenChange={setOpen}
          opener={button}
          content={
            <Input
              autoFocus
              aria-label="备注内容"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          }
        >
          <Button ref={button}>填写备注</Button>
        </AppPopover>
      </div>
    </Demo>
  )
}
