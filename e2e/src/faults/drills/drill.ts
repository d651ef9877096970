import type { DrillPlant, PlantOptions } from './drill-plant.ts'

/** One row of the fault list (3-domain.md §9.2, SC19): what is broken on purpose, and what must hold. */
export interface Drill {
  readonly name: string
  readonly done: string
  readonly must: string
  /** Takes half a minute or more of real time: not for every change. */
  readonly isSlow?: boolean
  run(stage: Stage, tally: Tally): Promise<void>
}

/** Opens plants for one drill, each on a database of its own; they end with the drill. */
export interface Stage {
  plant(options?: PlantOptions): Promise<DrillPlant>
}

/** Counts what was looked at, and keeps a sentence for everything that did not hold. */
export class Tally {
  readonly counts: string[] = []
  readonly breaches: string[] = []
  looks = 0

  /** Something must be so. */
  holds(what: string, isTrue: boolean): void {
    this.looks += 1
    if (!isTrue) this.breaches.push(what)
  }

  same(what: string, found: unknown, wanted: unknown): void {
    const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)]
    this.holds(`${what}：应为 ${b}，实为 ${a}`, a === b)
  }

  /** A figure for the report. */
  count(text: string): void {
    this.counts.push(text)
  }
}
