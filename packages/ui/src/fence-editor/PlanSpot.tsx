import type { Spot } from '@suoan/kit/ground'
import { Button } from 'antd'
import { useState } from 'react'
import './fence-editor.css'
import { keyStep } from './model/fence.ts'
import { wholeView, zoomed, type View } from './model/view.ts'
import { PictureState } from './PictureState.tsx'
import { followHandle, PlanCanvas } from './PlanCanvas.tsx'
import { placed } from './placed.ts'
import { usePicture } from './use-picture.ts'

interface Props {
  readonly src: string
  /** In parts of the picture; null while there is none. */
  readonly spot: Spot | null
  readonly disabled?: boolean
  onChange(spot: Spot | null): void
}

/** A press of an arrow key moves the mark by this part of the picture. */
const part = 0.002

/** One spot of a plan: a press puts it there, a drag and the arrow keys move it. */
export function PlanSpot({ src, spot, disabled = false, onChange }: Props) {
  const picture = usePicture(src)
  const [view, setView] = useState<View>(wholeView)
  const [draft, setDraft] = useState<Spot | null>(null)
  if (picture.aspect === null)
    return <PictureState state={picture.state === 'loading' ? 'loading' : 'failed'} />
  const shown = draft ?? spot
  const movedBy = (by: Spot): Spot => within({ x: (spot?.x ?? 0) + by.x, y: (spot?.y ?? 0) + by.y })
  return (
    <PlanCanvas
      label="图上位置，点一下图放置"
      src={src}
      aspect={picture.aspect}
      isDrawing={picture.isDrawing}
      view={view}
      onView={setView}
      onTap={disabled ? undefined : (at) => onChange(within(at))}
    >
      {shown && (
        <button
          type="button"
          className="plan-mark"
          disabled={disabled}
          aria-label="图上位置，方向键移动"
          style={placed(view, shown)}
          onPointerDown={(event) =>
            followHandle(
              event,
              view,
              (by) => setDraft(movedBy(by)),
              (by) => {
                setDraft(null)
                if (by) onChange(movedBy(by))
              },
            )
          }
          onPointerCancel={() => setDraft(null)}
          onKeyDown={(event) => {
            const step = keyStep(event.key, event.shiftKey)
            if (!step) return
            event.preventDefault()
            onChange(movedBy({ x: step[0] * part, y: step[1] * part }))
          }}
        >
          <span>●</span>
        </button>
      )}
      {/* Whoever only reads looks closer too: a form that is read disables what does not say otherwise. */}
      <span className="plan-zoom">
        <Button
          aria-label="放大平面图"
          disabled={false}
          size="small"
          onClick={() => setView(zoomed(view, 1.6, shown ?? { x: 0.5, y: 0.5 }))}
        >
          +
        </Button>
        <Button aria-label="显示整张平面图" disabled={false} size="small" onClick={() => setView(wholeView)}>
          −
        </Button>
      </span>
    </PlanCanvas>
  )
}

const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1e5) / 1e5
const within = ({ x, y }: Spot): Spot => ({ x: rounded(x), y: rounded(y) })
