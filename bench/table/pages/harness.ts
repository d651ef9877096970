import {
  changedText,
  columns,
  compareTexts,
  makePaste,
  makeRows,
  newRowText,
  numberKey,
  pastedRows,
  textKey,
  textOf,
  type BenchRow,
} from './data.ts'

type Act = () => unknown

/** One table as the runner drives it. An act that the free edition does not have is left out. */
export interface Candidate {
  /** Cells of the body, to see whether rows are on the screen. */
  readonly cell: string
  mount(host: HTMLElement, rows: BenchRow[]): unknown
  unmount(): unknown
  scroller(host: HTMLElement): HTMLElement | null
  /** Sets the first cell of row `changedRow` to `changedText`. */
  readonly set: Act
  /** Inserts a row above all others whose first cell is `newRowText`. */
  readonly insert: Act
  readonly sortNumber: Act
  readonly sortText: Act
  readonly clearSort: Act
  readonly selectAll: Act
  readonly clearSelection: Act
  /** The same cells as values and as the texts of a clipboard. */
  readonly paste?: (values: ReturnType<typeof makePaste>, texts: readonly (readonly string[])[]) => unknown
  readonly undo?: Act
  /** Rows, or cells, that are selected. */
  selected(): number | Promise<number>
  /** What the table holds in the row at a place of its shown order, or a promise of it. */
  value(row: number, key: string): unknown
  /** Figures of its own, for the report. */
  notes?(): Readonly<Record<string, number>>
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
/** Resolves behind the painting of a frame. */
async function painted(): Promise<void> {
  await frame()
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}

/** Frames in which one screen is scrolled. */
const framesOfScreen = 6

/** Makes the candidate known to the runner as `window.bench`. */
export function offer(candidate: Candidate): void {
  const host = document.querySelector<HTMLElement>('#host')
  if (!host) throw new Error('the page has no #host')
  let rows: BenchRow[] = []
  let names: { readonly number: string; readonly text: string } = { number: '', text: '' }
  const values = makePaste()
  const texts = values.map((value) => columns.map(({ key, type }) => textOf(type, value[key])))

  const shows = (text: string): boolean => host.textContent.includes(text)
  const need = (isSo: boolean, what: string) => {
    if (!isSo) throw new Error(what)
  }
  const scroller = (): HTMLElement => {
    const found = candidate.scroller(host)
    if (!found) throw new Error('nothing scrolls')
    return found
  }
  const hasRows = (): boolean => {
    const { left, top } = scroller().getBoundingClientRect()
    // Two places: one of them may be the line between two rows.
    return [250, 256].some((down) =>
      document
        .elementsFromPoint(left + 300, top + down)
        .some((element) => element.matches(candidate.cell) && element.textContent !== ''),
    )
  }
  /** Scrolls down, told after each frame. */
  const scroll = async (screens: number, told: (at: number) => unknown): Promise<void> => {
    const element = scroller()
    const step = Math.round(element.clientHeight / framesOfScreen)
    for (let n = 0; n < screens * framesOfScreen; n += 1) {
      element.scrollTop += step
      await told(await frame())
    }
  }
  const toTop = async () => {
    scroller().scrollTop = 0
    await painted()
    await painted()
  }

  const acts: Readonly<Record<string, () => unknown>> = {
    nothing: () => {},
    load: () => candidate.mount(host, rows),
    set: candidate.set,
    insert: candidate.insert,
    sortNumber: candidate.sortNumber,
    sortText: candidate.sortText,
    clearSort: candidate.clearSort,
    selectAll: candidate.selectAll,
    clearSelection: candidate.clearSelection,
    paste: () => candidate.paste?.(values, texts),
    undo: () => candidate.undo?.(),
    toTop,
  }
  /** How many cells of the last pasted row hold what was pasted; a table may keep a number or a tick as a text. */
  const pastedInLast = async (): Promise<number> => {
    const at = pastedRows - 1
    const held = await Promise.all(columns.map(({ key }) => candidate.value(at, key)))
    return columns.filter(({ key }, index) => String(held[index]) === String(values[at]?.[key])).length
  }
  /** What must be so after an act; else its figure means nothing. */
  const checks: Readonly<Record<string, () => unknown>> = {
    load: () => need(shows(String(rows[0]?.[textKey])), 'the first row is not shown'),
    set: () => need(shows(changedText), 'the cell does not show what was set'),
    insert: () => need(shows(newRowText), 'the new row is not shown'),
    sortNumber: () => need(shows(names.number), 'the least number is not on top'),
    sortText: () => need(shows(names.text), 'the first text is not on top'),
    selectAll: async () => {
      const count = await candidate.selected()
      need(count >= rows.length, `${count} rows are selected`)
    },
    async paste() {
      need(shows('P0-0'), 'the first cell does not show what was pasted')
      need((await pastedInLast()) === 20, 'the last row does not hold what was pasted')
    },
    async undo() {
      need(!shows('P0-0'), 'the first cell still shows what was pasted')
      need((await pastedInLast()) < 20, 'the last row was not restored')
    },
  }

  Object.assign(window, {
    bench: {
      /** Makes the rows, so that nothing of it is measured. */
      prepare(count: number) {
        rows = makeRows(count)
        const least = (compare: (a: BenchRow, b: BenchRow) => number) =>
          String(rows.toSorted(compare)[0]?.[textKey])
        names = {
          number: least((a, b) => Number(a[numberKey]) - Number(b[numberKey])),
          text: least((a, b) => compareTexts(a[textKey], b[textKey])),
        }
      },
      has: (name: string) =>
        !((name === 'paste' && !candidate.paste) || (name === 'undo' && !candidate.undo)),
      /** Runs an act; ms from its begin until it is painted. */
      async run(name: string): Promise<number> {
        const begun = performance.now()
        await acts[name]?.()
        await painted()
        return performance.now() - begun
      },
      /** Waits until what must be so after the act is so; throws what is not, ten seconds later. */
      async check(name: string) {
        const begun = performance.now()
        for (;;) {
          try {
            return void (await checks[name]?.())
          } catch (error) {
            if (performance.now() - begun > 10_000) throw error
          }
          await painted()
        }
      },
      /** Scrolls some screens; ms between the frames. */
      async scroll(screens: number): Promise<number[]> {
        const times: number[] = []
        await scroll(screens, (at) => times.push(at))
        return times.slice(1).map((at, index) => at - (times[index] ?? at))
      },
      /** Scrolls some screens again and looks at each painted frame: the share in which rows stand in the window. */
      async shown(screens: number): Promise<number> {
        let seen = 0
        let all = 0
        await scroll(screens, async () => {
          await new Promise((resolve) => setTimeout(resolve))
          all += 1
          if (hasRows()) seen += 1
        })
        return seen / all
      },
      /** Mounts and unmounts as often as told. */
      async cycles(times: number) {
        for (let n = 0; n < times; n += 1) {
          await candidate.mount(host, makeRows(1_000))
          await painted()
          await candidate.unmount()
          await painted()
        }
      },
      notes: () => candidate.notes?.() ?? {},
    },
  })
}
