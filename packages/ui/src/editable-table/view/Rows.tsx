import type { TableContext } from './context.ts'
import { RowView } from './RowView.tsx'
import type { Geometry } from './use-geometry.ts'

interface Props {
  readonly context: TableContext
  readonly geometry: Geometry
}

/** The rows that are seen, and some above and below them. */
export function Rows({ context, geometry }: Props) {
  const { ids, first, end, drawn, shift, from, last, width, firstNumber } = geometry
  const { rowHeight } = context
  // One element for each that is drawn: one more, and the row that comes in would find no element of one that goes out.
  const rows = []
  for (let index = first; index < end; index++) {
    const id = ids[index]
    if (id === undefined) continue
    rows.push(
      // The same element takes the row that comes in as another goes out: scrolling writes texts, it builds nothing.
      <RowView
        key={index % drawn}
        context={context}
        id={id}
        index={index}
        top={index * rowHeight - shift}
        from={from}
        end={last}
        width={width}
        number={firstNumber + index + 1}
      />,
    )
  }
  return rows
}
