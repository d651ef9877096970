import { placementOf, type Mark, type Place } from '@suoan/kit/ground'
import { Button, Space } from 'antd'
import { useState } from 'react'
import './fence-editor.css'
import { keyStep } from './model/fence.ts'
import { wholeView, zoomed, type View } from './model/view.ts'
import { PictureState } from './PictureState.tsx'
import { PlaceNumbers } from './PlaceNumbers.tsx'
import { followHandle, PlanCanvas } from './PlanCanvas.tsx'
import { placed } from './placed.ts'
import { usePicture } from './use-picture.ts'

/** A mark while it is made: its place may be missing. */
export interface DraftMark {
  readonly x: number
  readonly y: number
  readonly lng: number | null
  readonly lat: number | null
}
export type DraftMarks = readonly [DraftMark, DraftMark]

/** Where two marks begin on a plan. */
export const firstMarks: DraftMarks = [
  { x: 0.2, y: 0.8, lng: null, lat: null },
  { x: 0.8, y: 0.2, lng: null, lat: null },
]

interface Props {
  readonly src: string
  readonly marks: DraftMarks
  onChange(marks: DraftMarks): void
  /** Tells where this device is; null where it cannot. Without it nobody is offered to ask. */
  readonly locate?: () => Promise<Place | null>
  readonly disabled?: boolean
  readonly id?: string | undefined
}

const names = ['A', 'B'] as const
/** A press of an arrow key moves a mark by this part of the picture. */
const part = 0.002

/** Two spots of a plan, dragged to where they belong, with their places in degrees: by them the plan lies on the ground. */
export function PlanMarks({ src, marks, onChange, locate, disabled = false, id }: Props) {
  const picture = usePicture(src)
  const [view, setView] = useState<View>(wholeView)
  const [draft, setDraft] = useState<DraftMarks | null>(null)
  const shown = draft ?? marks
  const change = (index: number, some: Partial<DraftMark>): DraftMarks => {
    const [one, other] = marks
    return index === 0 ? [{ ...one, ...some }, other] : [one, { ...other, ...some }]
  }
  const movedBy = (index: number, by: { x: number; y: number }): DraftMarks => {
    const { x, y } = marks[index] ?? marks[0]
    return change(index, { x: within(x + by.x), y: within(y + by.y) })
  }
  if (picture.aspect === null)
    return <PictureState state={picture.state === 'loading' ? 'loading' : 'failed'} />
  const whole = wholeMarks(shown)
  const placement = whole && placementOf(whole, picture.aspect)
  return (
    <div className="plan-marks" {...(id ? { id } : {})}>
      <PlanCanvas
        label="平面图定位"
        src={src}
        aspect={picture.aspect}
        isDrawing={picture.isDrawing}
        view={view}
        onView={setView}
      >
        {shown.map((mark, index) => (
          <button
            key={names[index]}
            type="button"
            className="plan-mark"
            disabled={disabled}
            aria-label={`定位点 ${names[index]}，方向键移动`}
            style={placed(view, mark)}
            onPointerDown={(event) =>
              followHandle(
                event,
                view,
                (by) => setDraft(movedBy(index, by)),
                (by) => {
                  setDraft(null)
                  if (by) onChange(movedBy(index, by))
                },
              )
            }
            onPointerCancel={() => setDraft(null)}
            onKeyDown={(event) => {
              const step = keyStep(event.key, event.shiftKey)
              if (!step) return
              event.preventDefault()
              onChange(movedBy(index, { x: step[0] * part, y: step[1] * part }))
            }}
          >
            <span>{names[index]}</span>
          </button>
        ))}
        {/* Whoever only reads looks closer too: a form that is read disables what does not say otherwise. */}
        <span className="plan-zoom">
          <Button
            aria-label="放大定位图"
            disabled={false}
            size="small"
            onClick={() => setView(zoomed(view, 1.6, shown[0]))}
          >
            +
          </Button>
          <Button
            aria-label="显示整张定位图"
            disabled={false}
            size="small"
            onClick={() => setView(wholeView)}
          >
            −
          </Button>
        </span>
      </PlanCanvas>
      <div className="plan-mark-rows">
        {marks.map((mark, index) => (
          <Space key={names[index]} wrap>
            <strong>{names[index]}</strong>
            <PlaceNumbers
              name={`定位点 ${names[index]} `}
              lng={mark.lng}
              lat={mark.lat}
              disabled={disabled}
              onChange={(some) => onChange(change(index, some))}
            />
            {locate && !disabled && (
              <LocateButton locate={locate} onPlace={(place) => onChange(change(index, place))} />
            )}
          </Space>
        ))}
      </div>
      <span className="hint" role="status">
        {placement
          ? `平面图高约 ${Math.round(placement.metres).toLocaleString('zh-CN')} 米`
          : whole
            ? '两个定位点靠得太近，请选相距较远的两处'
            : '把 A、B 拖到图上两处已知位置，并填写它们的经度和纬度'}
      </span>
    </div>
  )
}

function LocateButton({ locate, onPlace }: { locate(): Promise<Place | null>; onPlace(place: Place): void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Button
      loading={isAsking}
      onClick={async () => {
        setAsking(true)
        const place = await locate()
        setAsking(false)
        if (place) onPlace(place)
      }}
    >
      我在这里
    </Button>
  )
}

const within = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1e5) / 1e5

/** The marks once both have their place. */
export function wholeMarks([one, other]: DraftMarks): readonly [Mark, Mark] | null {
  const [a, b] = [wholeMark(one), wholeMark(other)]
  return a && b && [a, b]
}
const wholeMark = ({ x, y, lng, lat }: DraftMark): Mark | null =>
  lng === null || lat === null ? null : { x, y, lng, lat }
