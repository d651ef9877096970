import { Button } from 'antd'
import { useRef, useState, type PointerEvent } from 'react'
import './handwriting.css'

interface Props {
  /** Whose signature it is, for screen readers. */
  readonly label: string
  /** The drawing as a PNG after each stroke; null when it was wiped. */
  onDraw(picture: Blob | null): void
}

/** Pixels of a stroke that is a mark and no touch by mistake. */
const LEAST_LENGTH = 40

/** A white field that a person signs in with finger, pen or mouse. */
export function HandwritingPad({ label, onDraw }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const last = useRef<{ x: number; y: number } | null>(null)
  const length = useRef(0)
  const [isEmpty, setEmpty] = useState(true)

  const at = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const field = event.currentTarget
    field.setPointerCapture(event.pointerId)
    if (length.current === 0) {
      // As many pixels as the screen shows, so that the kept picture is sharp.
      const ratio = window.devicePixelRatio || 1
      field.width = Math.round(field.clientWidth * ratio)
      field.height = Math.round(field.clientHeight * ratio)
      const ink = field.getContext('2d')
      if (ink) {
        ink.scale(ratio, ratio)
        ink.fillStyle = '#fff'
        ink.fillRect(0, 0, field.clientWidth, field.clientHeight)
        ink.lineWidth = 2.5
        ink.lineCap = 'round'
        ink.lineJoin = 'round'
        ink.strokeStyle = '#111'
      }
    }
    last.current = at(event)
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = last.current
    const ink = event.currentTarget.getContext('2d')
    if (!from || !ink) return
    const to = at(event)
    ink.beginPath()
    ink.moveTo(from.x, from.y)
    ink.lineTo(to.x, to.y)
    ink.stroke()
    length.current += Math.hypot(to.x - from.x, to.y - from.y)
    last.current = to
  }
  const end = () => {
    if (!last.current) return
    last.current = null
    if (length.current < LEAST_LENGTH) return
    setEmpty(false)
    canvas.current?.toBlob((picture) => onDraw(picture), 'image/png')
  }
  const wipe = () => {
    const field = canvas.current
    field?.getContext('2d')?.clearRect(0, 0, field.width, field.height)
    length.current = 0
    setEmpty(true)
    onDraw(null)
  }
  return (
    <div className="handwriting">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${label}手写签名区`}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <div className="handwriting-foot">
        <span>{isEmpty ? '请本人在框内签名' : '已签名'}</span>
        <Button onClick={wipe} disabled={isEmpty}>
          重签
        </Button>
      </div>
    </div>
  )
}
