import { Activity, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { makeRows, type BenchRow } from './data.ts'
import { OurTable } from './our-table.tsx'

// Built with the development React: only that one runs every effect twice.
const host = document.querySelector('#host')
if (!host) throw new Error('the page has no #host')
const root = createRoot(host)
const settled = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))

const draw = (rows: readonly BenchRow[] | null, mode: 'visible' | 'hidden') =>
  root.render(
    <StrictMode>
      {rows ? (
        <Activity mode={mode}>
          <OurTable rows={rows} />
        </Activity>
      ) : (
        <p>—</p>
      )}
    </StrictMode>,
  )

Object.assign(window, {
  bench: {
    /** Shown, hidden, shown again, gone: as often as told. */
    async cycles(times: number) {
      const rows = makeRows(200)
      for (let n = 0; n < times; n += 1) {
        for (const mode of ['visible', 'hidden', 'visible'] as const) {
          draw(rows, mode)
          await settled()
        }
        if (!host.querySelector('.et-cell')) throw new Error('the table is not shown')
        draw(null, 'visible')
        await settled()
      }
    },
  },
})
