import type { Advanced, TicketFacts } from '@suoan/domain/work-ticket'
import { askedOf } from './ask.ts'
import type { Asked } from './asked.ts'
import { negativeCasesOf } from './negative-cases.ts'
import { performAll } from './perform.ts'
import { brokenBy } from './invariants.ts'
import type { Scene } from './scenes.ts'
import { kindOf, stepText } from './step-text.ts'
import type { AskedTable } from './table.ts'
import type { StepKind } from './walk.ts'
import { environmentFaults, type EnvironmentFault } from './environment-faults.ts'
import type { StepTrail, World } from './world.ts'

/** How many occurrences of a kind of step each environment fault, intruder and negative case is tried at. */
const triesPerKind = 3
/** In how many states of one status and phase intruders ask for everything. */
const statesPerPhase = 12

/** A invariant that a trial broke: which, in words, and the step. */
export interface BrokenTrial {
  id: string
  text: string
  step: string
}

/**
 * Steps that are tried and not taken: under every environment fault, by people without the duty, and in ways no client of ours would
 * ask. The table may grant one only if it breaks no invariant.
 */
export class Trials {
  readonly #scene: Scene
  readonly #table: AskedTable
  readonly #tries = new Map<string, number>()
  readonly #report: (broken: BrokenTrial) => void
  #count = 0

  constructor(scene: Scene, table: AskedTable, report: (broken: BrokenTrial) => void) {
    this.#scene = scene
    this.#table = table
    this.#report = report
  }

  /** Trials so far. */
  get count(): number {
    return this.#count
  }

  /** What the right person may do now, people without his duty ask for as well. */
  askedByOthers(world: World, index: number, asked: Asked): void {
    const ticket = world.tickets[index]?.ticket
    if (ticket === undefined || !this.#isNew(`others ${kindOf(asked)} ${ticket.status}/${ticket.phase}`))
      return
    for (const actor of ['stranger', 'w1', 'w2', 'system'] as const) {
      if (asked.actor === actor) continue
      const wrong = { ...asked, actor }
      const answer = this.#table.advance(ticket, asked.event, this.#table.given(world, index, wrong))
      this.#count += 1
      if (answer.ok) this.#judge(world, index, wrong, answer, null)
    }
  }

  /** A step that could be taken, where something it rests on has changed. */
  underEveryFault(world: World, index: number, asked: Asked, fair: TicketFacts, isAccepted: boolean): void {
    const ticket = world.tickets[index]?.ticket
    if (ticket === undefined) return
    if (!this.#isNew(`${kindOf(asked)} ${ticket.status}/${ticket.phase} ${String(isAccepted)}`)) return
    for (const environmentFault of environmentFaults) {
      const answer = this.#table.advance(ticket, asked.event, { ...fair, ...environmentFault.change(fair) })
      this.#count += 1
      if (answer.ok) this.#judge(world, index, asked, answer, environmentFault)
    }
  }

  /** People without a duty ask for everything: only the safe direction may be granted. */
  intrude(world: World, index: number, only: ReadonlySet<StepKind> | null): void {
    const ticket = world.tickets[index]?.ticket
    if (ticket === undefined || !this.#isNew(`intrude ${ticket.status}/${ticket.phase}`, statesPerPhase))
      return
    for (const asked of askedOf(world, index, { ...this.#scene, without: [] })) {
      if (only !== null && !only.has(asked.event.type)) continue
      for (const actor of ['stranger', 'w1', 'system'] as const) {
        if (
          asked.actor === actor ||
          !this.#isNew(`${actor} ${kindOf(asked)} ${ticket.status}/${ticket.phase}`)
        )
          continue
        const wrong = { ...asked, actor }
        const answer = this.#table.advance(ticket, asked.event, this.#table.given(world, index, wrong))
        this.#count += 1
        if (answer.ok) this.#judge(world, index, wrong, answer, null)
      }
    }
  }

  /** Ways no client of ours would ask: all are to be refused. */
  negativeCase(world: World, index: number, only: ReadonlySet<StepKind> | null): void {
    const each = world.tickets[index]
    if (each === undefined) return
    const { status, phase } = each.ticket
    const items = each.items.map((item) => item.state).join('')
    const { insideOf, lockOn } = world.workers.w1
    const rows = each.steps.map((row) => `${row.round}.${row.status}`).join()
    const onPaper = `${each.ticket.round} ${String(each.ticket.contentHash === null)} ${rows}`
    if (!this.#isNew(`negativeCase ${status}/${phase} ${items} ${insideOf} ${lockOn} ${onPaper}`)) return
    for (const negativeCase of negativeCasesOf(world, index)) {
      if (only !== null && !only.has(negativeCase.event.type)) continue
      const target =
        'pointId' in negativeCase.event
          ? (each.items.find(
              (item) => 'pointId' in negativeCase.event && item.pointId === negativeCase.event.pointId,
            )?.state ?? '')
          : ''
      if (!this.#isNew(`${negativeCase.text} ${negativeCase.actor} ${status}/${phase} ${target} ${onPaper}`))
        continue
      const answer = this.#table.advance(
        each.ticket,
        negativeCase.event,
        this.#table.given(world, index, negativeCase),
      )
      this.#count += 1
      if (answer.ok)
        this.#report({
          id: 'P25',
          text: `本应拒绝：${negativeCase.text}`,
          step: stepText(world, index, negativeCase, null),
        })
    }
  }

  /** A trial the table granted. */
  #judge(
    world: World,
    index: number,
    asked: Asked,
    answer: Advanced,
    environmentFault: EnvironmentFault | null,
  ): void {
    const trail: StepTrail = { releases: [], opened: null, notices: 0 }
    const { event, actor } = asked
    const after = performAll(world, answer, { index, actor, event, trail })
    const [first] = brokenBy({ before: world, after, index, actor, event, answer, environmentFault, trail })
    const broken = first ?? this.#brokenLater(after, index, asked, answer, trail, environmentFault)
    if (broken)
      this.#report({
        id: broken.id,
        text: broken.text,
        step: stepText(world, index, asked, environmentFault),
      })
  }

  /** Under this environment fault the others sign too: what a first signature was wrongly taken for shows at the last one. */
  #brokenLater(
    after: World,
    index: number,
    asked: Asked,
    answer: Advanced,
    trail: StepTrail,
    environmentFault: EnvironmentFault | null,
  ) {
    if (answer.waitingFor === null || !this.#scene.signTogether) return undefined
    const last = this.#table.signOn(after, index, asked, trail, environmentFault)
    return last === null
      ? undefined
      : brokenBy({ ...last, index, event: asked.event, environmentFault, trail })[0]
  }

  #isNew(kind: string, most = triesPerKind): boolean {
    const count = this.#tries.get(kind) ?? 0
    if (count >= most) return false
    this.#tries.set(kind, count + 1)
    return true
  }
}
