import { PopText } from '@suoan/ui/pop-text'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [text, setText] = useState('')
  const [remark, setRemark] = useState('第一行\n第二行')
  return (
    <>
      <Demo label="文本" value={text}>
        <PopText value={text} onChange={setText} placeholder="请输入" />
      </Demo>
      <Demo label="备注（300 × 210）" value={remark}>
        <PopText title="编辑备注" width={300} height={210} value={remark} onChange={setRemark} />
      </Demo>
    </>
  )
}
