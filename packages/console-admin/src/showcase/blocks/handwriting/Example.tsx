import { HandwritingPad } from '@suoan/ui/handwriting'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [picture, setPicture] = useState<Blob | null>(null)
  const value = picture && { type: picture.type, size: picture.size }
  return (
    <Demo label="签名" value={value}>
      <div>
        <HandwritingPad label="张三的签名" onDraw={setPicture} />
      </div>
    </Demo>
  )
}
