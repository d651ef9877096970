import { RichTextEditor } from '@suoan/ui/rich-text-editor'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const written = `<h2>停电检修</h2><p><strong>3 月 2 日</strong>全厂停电，<span style="color: #cf1322">请提前上锁</span>。</p>
<table><tbody><tr><th><p>区域</p></th><th><p>时间</p></th></tr><tr><td><p>泵房</p></td><td><p>08:00</p></td></tr></tbody></table>`

/** Pictures of this example stay in the page. */
const keep = (file: File) => Promise.resolve(URL.createObjectURL(file))
const pictureOf = (address: string) => (address.startsWith('blob:') ? address : null)

export default function Example() {
  const [text, setText] = useState(written)
  return (
    <>
      <Demo label="通知内容" value={text}>
        <RichTextEditor
          label="通知内容"
          value={text}
          onChange={setText}
          limit={2000}
          upload={keep}
          pictureOf={pictureOf}
          maxBytes={10 * 1024 * 1024}
          placeholder="请输入内容"
        />
      </Demo>
      <Demo label="只读" value={written}>
        <RichTextEditor label="只读" value={written} readOnly />
      </Demo>
      <Demo label="不可用" value={written}>
        <RichTextEditor label="不可用" value={written} disabled />
      </Demo>
    </>
  )
}
