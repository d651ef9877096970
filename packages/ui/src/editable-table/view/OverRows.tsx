import type { PointerEvent } from 'react'
import type { TableContext } from './context.ts'
import type { Geometry } from './use-geometry.ts'
import type { DragMark } from './use-pointer.ts'

/** Where a dragged row would go, or what the fill handle would fill. */
export function DragMarks({
  mark,
  geometry,
  rowHeight,
}: {
  mark: DragMark
  geometry: Geometry
  rowHeight: number
}) {
  if (!mark) return null
  if ('drop' in mark) {
    const top = mark.drop * rowHeight - geometry.shift
    return <div className="et-drop" style={{ top, width: geometry.width, height: rowHeight }} />
  }
  const start = geometry.boxOf(mark.fill.top, mark.fill.left)
  const stop = geometry.boxOf(mark.fill.bottom, mark.fill.right)
  if (!start || !stop) return null
  const { top, left } = start
  const size = { width: stop.left + stop.width - left, height: stop.top + stop.height - top }
  return <div className="et-filling" style={{ top, left, ...size }} />
}

/** The square at the lower right corner of the range. */
export function FillHandle({
  context: { table },
  geometry,
  onPress,
}: {
  context: TableContext
  geometry: Geometry
  onPress(event: PointerEvent): void
}) {
  const { rectangle } = table.range
  const box = rectangle && geometry.boxOf(rectangle.bottom, rectangle.right)
  if (!box) return null
  const { left, width, height } = box
  return (
    <div
      className={`et-float${box.isPinned ? ' is-pinned' : ''}`}
      style={{ top: box.top, width: geometry.width }}
    >
      <div className="et-place" style={{ left, width, height }}>
        <span className="et-fill" aria-hidden="true" onPointerDown={onPress} />
      </div>
    </div>
  )
}
