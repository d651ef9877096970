import { Slider } from 'antd'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { previewOf } from './preview.ts'
import type { Cut } from './preview.ts'
import './avatar-crop.css'

interface Props {
  /** Address of the picture to cut from. */
  readonly src: string
  /** The part inside the frame, in pixels of the picture. */
  onCut(part: Cut): void
}

/** A picture behind a fixed square of 200 px, moved and zoomed, with a round preview of 180 px (5-screens.md §10.2). */
export function AvatarCrop({ src, onCut }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [shown, setShown] = useState<Cut>({ x: 0, y: 0, width: 0, height: 0 })
  return (
    <div className="avatar-crop">
      <div className="avatar-crop-left">
        <div className="avatar-crop-frame">
          <Cropper
            image={src}
            crop={crop}
            zoom={zoom}
            aspect={1}
            objectFit="cover"
            cropSize={{ width: 200, height: 200 }}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(percent, pixels) => {
              setShown(percent)
              onCut(pixels)
            }}
            cropperProps={{ role: 'group', 'aria-label': '裁剪框，可用方向键移动图片' }}
          />
        </div>
        <Slider
          min={1}
          max={3}
          step={0.1}
          value={zoom}
          onChange={setZoom}
          ariaLabelForHandle="缩放图片"
          tooltip={{ formatter: null }}
        />
      </div>
      <div className="avatar-crop-preview">
        <img src={src} alt="头像预览" style={previewOf(shown)} />
      </div>
    </div>
  )
}
