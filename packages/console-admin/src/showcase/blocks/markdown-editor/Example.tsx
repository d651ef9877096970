import { MarkdownInput } from '@suoan/console-base/resource/widgets/MarkdownInput.tsx'
import { MarkdownText } from '@suoan/ui/markdown-text'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const steps = `## 挂牌上锁

1. 断开 **380 V** 电源
2. 挂锁、挂牌
3. 验电

| 锁具 | 状态 |
| --- | --- |
| LK-1 | 已锁 |

- [x] 已通知
- [ ] 已验电

> 未验电不得作业。`

export default function Example() {
  const [text, setText] = useState(steps)
  const [note, setNote] = useState('')
  return (
    <>
      <Demo label="作业说明" value={text}>
        <MarkdownInput aria-label="作业说明" value={text} onChange={setText} />
      </Demo>
      <Demo label="所见即所得" value={note}>
        <MarkdownInput aria-label="所见即所得" mode="visual" height={200} value={note} onChange={setNote} />
      </Demo>
      <Demo label="不可用" value="**只读**">
        <MarkdownInput aria-label="不可用" mode="visual" height={200} value="**只读**" disabled />
      </Demo>
      <Demo label="只供阅读" value={steps}>
        <MarkdownText label="作业说明全文" text={steps} />
      </Demo>
    </>
  )
}
