import { startTransition, useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { ListRow } from '../list-row.ts'

interface Props {
  readonly rows: readonly ListRow[]
  /** The box in which the rows are scrolled. */
  readonly scroller: RefObject<HTMLElement | null>
  /** A row is so high until its chunk has been drawn, px. */
  readonly rowHeight: number
  readonly columnCount: number
  draw(row: ListRow, index: number): ReactNode
}

/** So few that those of one chunk are drawn and laid out well within a frame. */
const chunkSize = 4
/** Drawn at once: as many as a tall window shows. */
const firstChunks = 10

/** The rows of a list that is too long to be drawn whole (decision 0761). */
export function LongRows({ rows, scroller, draw, ...chunk }: Props) {
  const [watch] = useState(() => nearnessIn(scroller))
  return Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, at) => {
    const some = rows.slice(at * chunkSize, (at + 1) * chunkSize)
    return (
      <RowChunk key={at} {...chunk} watch={watch} isFirst={at < firstChunks} count={some.length}>
        {() => some.map((row, index) => draw(row, at * chunkSize + index))}
      </RowChunk>
    )
  })
}

/** So far beyond the box rows are drawn already, px: what a fast wheel passes in some frames. */
const ahead = 800

/** Tells when an element comes near the box or leaves it, until the answer is called. */
type Watch = (element: Element, tell: (entry: IntersectionObserverEntry) => void) => () => void

/** One observer for all chunks: the browser asks each observer in every frame of a scroll. */
function nearnessIn(scroller: RefObject<HTMLElement | null>): Watch {
  const told = new Map<Element, (entry: IntersectionObserverEntry) => void>()
  let observer: IntersectionObserver | null = null
  return (element, tell) => {
    // First called after the box is there.
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const entry of entries) told.get(entry.target)?.(entry)
      },
      { root: scroller.current, rootMargin: `${ahead}px 0px` },
    )
    told.set(element, tell)
    observer.observe(element)
    return () => {
      observer?.unobserve(element)
      told.delete(element)
    }
  }
}

interface ChunkProps extends Pick<Props, 'rowHeight' | 'columnCount'> {
  readonly watch: Watch
  /** Drawn at first, before anything is known of where it stands. */
  readonly isFirst: boolean
  readonly count: number
  /** The rows: asked for only while they are near. */
  children(): ReactNode
}

/**
 * Some rows of a long list. Far from what is seen they are one empty row of their height: of a thousand rows some dozens are
 * drawn. Rows come in a transition, so that drawing them never holds a frame back.
 */
function RowChunk({ watch, isFirst, count, rowHeight, columnCount, children }: ChunkProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [isNear, setNear] = useState(isFirst)
  const [height, setHeight] = useState(count * rowHeight)
  useEffect(() => {
    const section = body.current
    if (!section) return undefined
    return watch(section, ({ isIntersecting, rootBounds, boundingClientRect }) => {
      // A page that is hidden has no height, and keeps its rows; so does a chunk in which the keyboard stands.
      if (rootBounds?.height === 0) return
      if (!isIntersecting && section.contains(document.activeElement)) return
      startTransition(() => {
        if (!isIntersecting && boundingClientRect.height > 0) setHeight(boundingClientRect.height)
        setNear(isIntersecting)
      })
    })
  }, [watch])
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
