import { DeleteOutlined, ExpandOutlined, MinusOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons'
import {
  placementOf,
  sheetAround,
  type Figure,
  type Mark,
  type Place,
  type Placement,
} from '@suoan/kit/ground'
import { Alert, Button, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { FenceHandles } from './FenceHandles.tsx'
import { FenceLines } from './FenceLines.tsx'
import './fence-editor.css'
import { figureOf, handlesOf, middlesOf, summaryOf, withCorner, without, type Fence } from './model/fence.ts'
import { extentOf, middleOf, scaleOf, wholeView, zoomed } from './model/view.ts'
import { PlanCanvas } from './PlanCanvas.tsx'
import { useFence } from './use-fence.ts'
import { PictureState } from './PictureState.tsx'
import { usePicture } from './use-picture.ts'

/** A fence of somebody else, shown for orientation. */
export interface NamedFigure {
  readonly name: string
  readonly figure: Figure
}

export interface FenceEditorProps {
  readonly fence: Fence
  onChange(fence: Fence): void
  /** A plan and two spots of it whose places are known; without one it is drawn on a sheet with north above. */
  readonly plan?: { readonly src: string; readonly marks: readonly [Mark, Mark] } | undefined
  /** Where a sheet lies while nothing is drawn on it. */
  readonly center: Place
  readonly others?: readonly NamedFigure[]
  readonly disabled?: boolean
  readonly id?: string | undefined
}

/** Width over height of a sheet, and how much ground it shows at least, metres. */
const sheetAspect = 1.6
const sheetMetres = 120

/**
 * A fence drawn on the plan of its area, to scale: corners are added by a press, dragged, and moved or taken away by
 * keys; the same for the centre and the edge of a circle. Places are degrees.
 */
export function FenceEditor({ plan, others = [], disabled = false, id, center, ...props }: FenceEditorProps) {
  const picture = usePicture(plan?.src)
  const edit = useFence(props.fence, props.onChange)
  const { shown, chosen } = edit
  const [view, setView] = useState(wholeView)
  const root = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState<{ readonly index: number } | null>(null)
  useEffect(() => {
    if (focus) root.current?.querySelectorAll<HTMLElement>('.fence-handle')[focus.index]?.focus()
  }, [focus])
  // The sheet stays where it was laid: drawing at its edge does not move what is drawn.
  const [sheet, setSheet] = useState(() => sheetFor(props.fence, center))
  const onPlan = plan && picture.aspect ? placementOf(plan.marks, picture.aspect) : null
  const placement = onPlan ?? sheet
  const { text, problem } = summaryOf(shown)
  const add = (place: Place, index?: number) => {
    const at = shown.kind === 'circle' ? 0 : (index ?? shown.corners.length)
    edit.change(withCorner(shown, place, index), at)
    setFocus({ index: at })
  }
  const remove = (index: number) => {
    const left = handlesOf(shown).length - 1
    edit.change(without(shown, index), left > 0 ? Math.min(index, left - 1) : null)
    if (left > 0) setFocus({ index: Math.min(index, left - 1) })
  }
  if (plan && picture.state === 'loading') return <PictureState state="loading" />
  const scale = scaleOf(view, placement)
  const isCircle = shown.kind === 'circle'
  return (
    <div
      ref={root}
      className="fence-editor"
      onKeyDown={(event) => {
        if (!disabled && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
          event.preventDefault()
          edit.undo()
        }
      }}
      {...(id ? { id } : {})}
    >
      {picture.state === 'failed' && (
        <Alert type="warning" showIcon title="平面图无法显示，先在坐标网格上画；请检查平面图文件" />
      )}
      <PlanCanvas
        label={`围栏图，${text}`}
        src={onPlan ? plan?.src : undefined}
        aspect={placement.aspect}
        isDrawing={picture.isDrawing}
        view={view}
        onView={setView}
        onTap={disabled ? undefined : (spot) => add(placement.toPlace(spot))}
      >
        <FenceLines view={view} placement={placement} fence={shown} others={others} isSheet={!onPlan} />
        {!disabled && (
          <FenceHandles view={view} placement={placement} edit={edit} onAdd={add} onRemove={remove} />
        )}
        <span className="plan-scale" style={{ width: `${scale.part * 100}%` }}>
          {scale.metres} 米
        </span>
        {/* Whoever only reads looks closer too: a form that is read disables what does not say otherwise. */}
        <span className="plan-zoom">
          <Button
            aria-label="放大"
            disabled={false}
            size="small"
            icon={<PlusOutlined />}
            onClick={() => setView(zoomed(view, 1.6, middleOf(view)))}
          />
          <Button
            aria-label="缩小"
            disabled={false}
            size="small"
            icon={<MinusOutlined />}
            onClick={() => setView(zoomed(view, 1 / 1.6, middleOf(view)))}
          />
          <Button
            aria-label="显示全部"
            disabled={false}
            size="small"
            icon={<ExpandOutlined />}
            onClick={() => {
              setView(wholeView)
              setSheet(sheetFor(shown, center))
            }}
          />
        </span>
      </PlanCanvas>
      <Space wrap>
        {!disabled && (
          <>
            <Button
              size="small"
              icon={<PlusOutlined />}
              disabled={isCircle && shown.center !== null}
              onClick={() => {
                const middle = middlesOf(shown).find(({ index }) => index === (chosen ?? -1) + 1)
                if (middle) add(middle.place, middle.index)
                else add(placement.toPlace(middleOf(view)))
              }}
            >
              {isCircle ? '放置圆心' : '添加顶点'}
            </Button>
            <Button
              size="small"
              icon={<DeleteOutlined />}
              disabled={chosen === null}
              onClick={() => chosen !== null && remove(chosen)}
            >
              {isCircle ? '删除圆' : '删除顶点'}
            </Button>
            <Button size="small" icon={<UndoOutlined />} disabled={!edit.canUndo} onClick={edit.undo}>
              撤销
            </Button>
          </>
        )}
        <span role="status" className="hint">
          {text}
        </span>
      </Space>
      {problem !== null && <Alert type="warning" showIcon title={problem} />}
      {!disabled && (
        <p className="hint">
          在图上点一下
          {isCircle ? '放置圆心，拖动边上的圆点改变半径' : '添加顶点，拖动顶点移动，拖动边线中点插入'}
          ；方向键移动 1 米（按住 Shift 为 10 米），Delete 删除；拖动空白处移动图，Ctrl 加滚轮缩放。
        </p>
      )}
    </div>
  )
}

function sheetFor(fence: Fence, center: Place): Placement {
  const figure = figureOf(fence)
  const places = [...handlesOf(fence)]
  const extent = extentOf(
    places,
    figure?.kind === 'circle' ? Math.max(sheetMetres, figure.radius * 2.5) : sheetMetres,
  )
  return sheetAround(extent?.center ?? center, extent?.metres ?? sheetMetres, sheetAspect)
}
