import { useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import { drag, pressKey, release, start } from './slide.ts'
import type { Slide } from './slide.ts'
import './slider-verify.css'

interface Props {
  /** The handle is at the far end; told once. */
  onPass(): void
}

/**
 * A bar whose handle is dragged to the far end, or brought there by keys; letting go early begins anew. It asks for a
 * deliberate act, it does not prove a person: limits stand on the server.
 */
export function SliderVerify({ onPass }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLDivElement>(null)
  const grip = useRef<number | null>(null)
  const [slide, setSlide] = useState(start)
  const move = (next: Slide) => {
    if (next.passed && !slide.passed) onPass()
    setSlide(next)
  }
  const letGo = () => {
    grip.current = null
    setSlide(release)
  }
  const follow = (event: PointerEvent) => {
    if (grip.current === null || !bar.current || !handle.current) return
    const length = bar.current.clientWidth - handle.current.offsetWidth
    move(drag(slide, event.clientX - grip.current, length))
  }
  const part = `calc((100% - 40px) * ${slide.at})`
  return (
    <div ref={bar} className={slide.passed ? 'slider-verify slider-verify-passed' : 'slider-verify'}>
      <div className="slider-verify-done" style={{ width: `calc(${part} + 20px)` }} />
      <span className="slider-verify-text" role="status">
        {slide.passed ? '验证通过' : '拖动滑块验证'}
      </span>
      <div
        ref={handle}
        className="slider-verify-handle"
        style={{ insetInlineStart: part }}
        role="slider"
        tabIndex={0}
        aria-label="拖动滑块验证，也可按 End 键"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(slide.at * 100)}
        aria-valuetext={slide.passed ? '验证通过' : '未验证'}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          grip.current = event.clientX
        }}
        onPointerMove={follow}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onBlur={() => setSlide(release)}
        onKeyDown={(event) => {
          const next = pressKey(slide, event.key)
          if (!next) return
          event.preventDefault()
          move(next)
        }}
      >
        {slide.passed ? '✓' : '»'}
      </div>
    </div>
  )
}
