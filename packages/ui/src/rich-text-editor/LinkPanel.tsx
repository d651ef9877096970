import { linkOf } from '@suoan/kit/rich-text'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Button, Input, Popover, Tooltip } from 'antd'
import { useState, type ReactNode } from 'react'

/** Asks where the chosen words lead; words without an address get it as their text. */
export function LinkPanel({ editor, icon }: { readonly editor: Editor; readonly icon: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const isOn = useEditorState({ editor, selector: ({ editor: at }) => at.isActive('link') })
  const isFit = address.trim() === '' || linkOf(address) !== null
  const show = (next: boolean) => {
    if (next) {
      const present: unknown = editor.getAttributes('link')['href']
      setAddress(typeof present === 'string' ? present : '')
    }
    setOpen(next)
  }
  const set = () => {
    const href = linkOf(address)
    if (href === null) return
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !isOn)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    setOpen(false)
  }
  return (
    <Popover
      open={open}
      trigger="click"
      onOpenChange={show}
      content={
        <div className="rich-text-link">
          <Input
            autoFocus
            aria-label="链接地址"
            placeholder="https://… 或 /isps/…"
            value={address}
            status={isFit ? '' : 'error'}
            onChange={({ target }) => setAddress(target.value)}
            onPressEnter={(event) => {
              event.preventDefault()
              set()
            }}
          />
          {!isFit && <p role="alert">请填写以 https://、http://、mailto:、tel: 或 / 开头的地址</p>}
          <Button size="small" type="primary" disabled={linkOf(address) === null} onClick={set}>
            确定
          </Button>
          {isOn && (
            <Button
              size="small"
              onClick={() => {
                editor.chain().focus().extendMarkRange('link').unsetLink().run()
                setOpen(false)
              }}
            >
              取消链接
            </Button>
          )}
        </div>
      }
    >
      <Tooltip title={open ? '' : '链接'}>
        <Button
          size="small"
          type="text"
          icon={icon}
          aria-label="链接"
          aria-pressed={isOn}
          className={isOn ? 'rich-text-on' : ''}
          onMouseDown={(event) => event.preventDefault()}
        />
      </Tooltip>
    </Popover>
  )
}
