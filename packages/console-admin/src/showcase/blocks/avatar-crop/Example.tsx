import { AvatarCrop, cutPicture, type Cut } from '@suoan/ui/avatar-crop'
import { Button } from 'antd'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"><rect width="480" height="360" fill="#2b6cb0"/><circle cx="240" cy="150" r="70" fill="#f6e0c8"/><path d="M90 360a150 130 0 0 1 300 0" fill="#2f855a"/></svg>`
const src = `data:image/svg+xml,${encodeURIComponent(drawing)}`

export default function Example() {
  const [cut, setCut] = useState<Cut>({ x: 0, y: 0, width: 0, height: 0 })
  const [stored, setStored] = useState<Blob | null>(null)
  return (
    <>
      <Demo label="裁剪" value={{ cut, 已保存字节: stored?.size ?? 0 }}>
        <div>
          <AvatarCrop src={src} onCut={setCut} />
        </div>
      </Demo>
      <Button onClick={() => void cutPicture(src, cut, 360).then(setStored)}>保存 360 × 360 图片</Button>
    </>
  )
}
