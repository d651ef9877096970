import { startTransition, useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { ListRow } from '../list-row.ts'

interface ChunkProps {
  /** The box in which the rows are scrolled. */
  readonly scroller: RefObject<HTMLElement | null>
  /** Drawn at first, before anything is known of where it stands. */
  readonly isFirst: boolean
  readonly count: number
  /** A row is so high until its chunk has been drawn, px. */
  readonly rowHeight: number
  readonly columnCount: number
  /** The rows: asked for only while they are near. */
  children(): ReactNode
}

interface Props extends Pick<ChunkProps, 'scroller' | 'rowHeight' | 'columnCount'> {
  readonly rows: readonly ListRow[]
  draw(row: ListRow, index: number): ReactNode
}

const chunkSize = 10
/** Drawn at once: as many as a tall window shows. */
const firstChunks = 4

/** The rows of a list that is too long to be drawn whole (decision 0761). */
export function LongRows({ rows, draw, ...chunk }: Props) {
  return Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, at) => {
    const some = rows.slice(at * chunkSize, (at + 1) * chunkSize)
    return (
      <RowChunk key={at} {...chunk} isFirst={at < firstChunks} count={some.length}>
        {() => some.map((row, index) => draw(row, at * chunkSize + index))}
      </RowChunk>
    )
  })
}

/** So far beyond the box rows are drawn already, px: what a fast wheel passes in some frames. */
const ahead = 1_200

/**
 * Some rows of a long list. Far from what is seen they are one empty row of their height: of a thousand rows some dozens are
 * drawn. Rows come in a transition, so that drawing them never holds a frame back.
 */
function RowChunk({ scroller, isFirst, count, rowHeight, columnCount, children }: ChunkProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [isNear, setNear] = useState(isFirst)
  const [height, setHeight] = useState(count * rowHeight)
  useEffect(() => {
    const section = body.current
    if (!section || !scroller.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        // A page that is hidden has no height, and keeps its rows; so does a chunk in which the keyboard stands.
        if (!last || last.rootBounds?.height === 0) return
        if (!last.isIntersecting && section.contains(document.activeElement)) return
        if (!last.isIntersecting && last.boundingClientRect.height > 0)
          setHeight(last.boundingClientRect.height)
        startTransition(() => setNear(last.isIntersecting))
      },
      { root: scroller.current, rootMargin: `${ahead}px 0px` },
    )
    observer.observe(section)
    return () => observer.disconnect()
  }, [scroller])
  return (
    <tbody ref={body}>
      {isNear ? (
        children()
      ) : (
        <tr className="list-gap" style={{ height }} aria-hidden="true">
          <td colSpan={columnCount} />
        </tr>
      )}
    </tbody>
  )
}
