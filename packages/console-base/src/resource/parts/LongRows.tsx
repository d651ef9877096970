import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useLatest } from '../use-latest.ts'
import type { ListRow } from '../list-row.ts'
import { chunksBetween, chunkSize, nextDrawn, segmentsOf } from './long-rows.ts'

interface Props {
  readonly rows: readonly ListRow[]
  /** The box in which the rows are scrolled. */
  readonly scroller: RefObject<HTMLElement | null>
  /** A row is so high until its chunk has been drawn, px. */
  readonly rowHeight: number
  readonly columnCount: number
  draw(row: ListRow, index: number): ReactNode
}

/** Drawn at once: as many as a tall window shows. */
const firstChunks = 10
/** So far beyond the box rows are drawn already, px: what a fast wheel passes in some frames. */
const ahead = 800

/** The rows of a list that is too long to be drawn whole (decision 0761). */
export function LongRows({ rows, scroller, rowHeight, columnCount, draw }: Props) {
  const count = Math.ceil(rows.length / chunkSize)
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(
    () => new Set(Array.from({ length: firstChunks }, (_, at) => at)),
  )
  const [bodies] = useState(() => new Map<number, HTMLElement>())
  // As high as a chunk was when it was last drawn.
  const [heights] = useState(() => new Map<number, number>())
  const heightOf = (at: number): number =>
    heights.get(at) ?? Math.min(chunkSize, rows.length - at * chunkSize) * rowHeight
  const now = useLatest({ count, drawn, heightOf })

  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    let frame: number | null = null
    const look = (): void => {
      if (frame !== null) cancelAnimationFrame(frame)
      frame = null
      // A page that is hidden has no height, and keeps its rows.
      if (box.clientHeight === 0) return
      const { count: all, drawn: before, heightOf: height } = now()
      for (const [at, body] of bodies) heights.set(at, body.offsetHeight)
      const focused = [...bodies].find(([, body]) => body.contains(document.activeElement))
      const { scrollTop, clientHeight } = box
      const near = chunksBetween(all, height, scrollTop - ahead, scrollTop + clientHeight + ahead)
      const next = nextDrawn(before, near, focused?.[0] ?? null)
      setDrawn(next.drawn)
      if (!next.isWhole) frame = requestAnimationFrame(look)
    }
    look()
    box.addEventListener('scroll', look, { passive: true })
    const resized = new ResizeObserver(look)
    resized.observe(box)
    return () => {
      if (frame !== null) cancelAnimationFrame(frame)
      box.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [scroller, now, bodies, heights])

  const segments = segmentsOf(count, drawn, heightOf)
  return segments.map((segment, n) =>
    segment.kind === 'chunk' ? (
      <RowChunk key={segment.at} at={segment.at} rows={rows} draw={draw} bodies={bodies} />
    ) : (
      <tbody key={n === 0 ? 'above' : n === segments.length - 1 ? 'below' : `gap-${segment.at}`}>
        <tr className="list-gap" style={{ height: segment.height }} aria-hidden="true">
          <td colSpan={columnCount} />
        </tr>
      </tbody>
    ),
  )
}

interface ChunkProps extends Pick<Props, 'rows' | 'draw'> {
  readonly at: number
  /** Where the element of a chunk is found while it is drawn. */
  readonly bodies: Map<number, HTMLElement>
}

/** Some rows of a long list; drawn anew for other rows, not when others are scrolled near. */
const RowChunk = memo(function RowChunk({ at, rows, draw, bodies }: ChunkProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    if (body.current) bodies.set(at, body.current)
    return () => void bodies.delete(at)
  }, [at, bodies])
  const first = at * chunkSize
  return (
    <tbody ref={body}>{rows.slice(first, first + chunkSize).map((row, n) => draw(row, first + n))}</tbody>
  )
})
