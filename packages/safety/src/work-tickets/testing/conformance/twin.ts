import { workTicketEndpoints as tickets, type Envelope } from '@suoan/contract'
import type { EnergyGraph } from '@suoan/domain/isolation'
import { minute } from '@suoan/domain/verdict'
import { isTicketIn, type TicketEvent } from '@suoan/domain/work-ticket'
import { Lockstep, type AskedOn, type Scene } from '@suoan/model/lockstep'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { advanceBySystem } from '../../advance-ticket.ts'
import { catchUp } from '../../catch-up.ts'
import { isHeard } from '../../moves/gas.ts'
import { expireTickets } from '../../expire-tickets.ts'
import { moment } from '../demo-draft.ts'
import { rememberPlant } from '../rewind.ts'
import type { TicketWorld } from '../ticket-world.ts'
import { callFor, type RowIds } from './calls.ts'
import { modelPicture, type Picture } from './model-picture.ts'
import { personOf, userOf } from './people.ts'
import { draftOf, type PlantPoint } from './plant.ts'
import { serverPicture } from './server-picture.ts'

/** What came of a step on one side. `rules` are those that said no; null where none was asked. */
interface Came {
  readonly taken: boolean
  readonly rules: readonly string[] | null
  readonly words: string
}

/** A moment of day D for each part of time that the model tells apart. */
const moments = [moment('06:00'), moment('10:00'), moment('20:00'), moment('20:00', '2026-12-02')]
/** Between two steps, ms: reports and signatures have an order. */
const stepMs = 2000

export interface Setting {
  readonly scene: Scene
  readonly points: readonly PlantPoint[]
  readonly workers: readonly ('w1' | 'w2')[]
}

/**
 * The server and the model, driven by the same steps: calls over HTTP, reports of locks, time. After each of them the
 * answers are compared, and what either side says of its tickets, points and locks (`Picture`).
 */
export class Twin {
  readonly run: Lockstep
  /** What was done so far, in words. */
  readonly steps: string[] = []
  /** What was done to the model so far, to be done again for a twin that begins here. */
  readonly #script: ((run: Lockstep) => void)[] = []
  readonly #plant: TicketWorld
  readonly #setting: Setting
  /** The model's names of tickets by their ids. */
  readonly #names: Map<string, string>
  readonly #disturb: (picture: Picture) => Picture

  private constructor(
    plant: TicketWorld,
    setting: Setting,
    names: ReadonlyMap<string, string>,
    disturb: (picture: Picture) => Picture,
  ) {
    this.#plant = plant
    this.#setting = setting
    this.#names = new Map(names)
    this.#disturb = disturb
    this.run = new Lockstep(setting.scene, () => energyOf(setting.points))
  }

  /** A draft on both sides. `disturb` changes what the server says: a difference that has to be found. */
  static async open(
    plant: TicketWorld,
    setting: Setting,
    disturb: (picture: Picture) => Picture = (picture) => picture,
  ): Promise<Twin> {
    plant.world.clock.set(moments[setting.scene.start.clock] ?? 0)
    const workId = await plant.draft(draftOf(setting.points, setting.workers))
    const twin = new Twin(plant, setting, new Map([[workId, 'A']]), disturb)
    await twin.#compare('begin')
    return twin
  }

  /** Both sides are brought back to where they stand now, as often as the returned function is called. */
  async remember(): Promise<() => Promise<Twin>> {
    const { world } = this.#plant
    await world.settled()
    const rewind = await rememberPlant(world.database.pool)
    const now = world.clock.now()
    const names = new Map(this.#names)
    const script = [...this.#script]
    return async () => {
      await rewind()
      world.clock.set(now)
      const twin = new Twin(this.#plant, this.#setting, names, this.#disturb)
      for (const again of script) twin.#drive(again)
      return twin
    }
  }

  /** Does something to the model, and remembers it. */
  #drive<T>(change: (run: Lockstep) => T): T {
    this.#script.push(change)
    return change(this.run)
  }

  /** Something that is asked for on both sides; true when both took it. */
  async take(step: AskedOn): Promise<boolean> {
    const { event, actor } = step.asked
    const told = `${actor} ${event.type} ${wordsOf(event)}`
    this.#plant.world.clock.set(this.#plant.world.clock.now() + stepMs)
    const server = await this.#askServer(step)
    if (server === null) return false
    if (server.taken && event.type === 'causeClose') await this.#closeLike(step, event.causeId)
    const before = this.#stateOf(step.index)
    if (actor === 'system' && this.#saysNothing(step)) {
      if (server.taken) this.#differs(told, [`server takes it: ${server.words}`, 'model: nothing changes'])
      return false
    }
    const answer = this.#drive((run) => run.take(step))
    if (answer.ok && event.type === 'renew') await this.#approveRenewal(step.index)
    const model: Came = answer.ok
      ? { taken: true, rules: null, words: answer.transId }
      : { taken: false, rules: failing(answer.rules), words: answer.message }
    await this.#plant.world.settled()
    const line = `${told} (${before} → ${this.#stateOf(step.index)})`
    if (server.taken !== model.taken)
      this.#differs(line, [
        `server ${server.taken ? 'takes' : 'refuses'} it: ${server.words}`,
        `model ${model.taken ? 'takes' : 'refuses'} it: ${model.words}`,
      ])
    const rules = [server.rules, model.rules].map((each) => each?.join() ?? '')
    if (server.rules !== null && model.rules !== null && rules[0] !== rules[1])
      this.#differs(line, [`server: ${rules[0]} ${server.words}`, `model: ${rules[1]} ${model.words}`])
    if (answer.ok && (event.type === 'handoverDone' || event.type === 'crewChange')) await this.prepareCrew()
    await this.#compare(line)
    return model.taken
  }

  /** The model knows a kind of cause once; the server one for each word that was said. */
  async #closeLike(step: AskedOn, causeId: string): Promise<void> {
    const workId = this.#idOf(step.index)
    if (workId === null) return
    const rows = this.#rows(step.index, workId)
    while ((await rows.request('cause', causeId)) !== 'none')
      if (!(await this.#askServer(step))?.taken) return
  }

  /** A lock reports that it stands open, or shut. */
  async turnLock(lockId: string, to: 'open' | 'closed'): Promise<void> {
    this.#plant.world.clock.set(this.#plant.world.clock.now() + stepMs)
    const code = lockId === 'AC' ? 'LK4' : this.#setting.points.find((point) => point.lockId === lockId)?.lock
    await this.#plant.locks[to === 'open' ? 'opens' : 'closes'](code ?? '')
    await this.#plant.world.settled()
    this.#drive((run) => run.turnLock(lockId, to))
    await this.#compare(`${code} reports ${to}`)
  }

  /** Time goes by on both sides, and the timers that have become due run. */
  async pass(time: 'tenMinutes' | 'hour'): Promise<void> {
    const minutes = { tenMinutes: 11, hour: 61 }[time]
    this.#plant.world.clock.set(this.#plant.world.clock.now() + minutes * minute)
    await this.#runTimers()
    this.#drive((run) => run.pass(time))
    await this.#compare(`${minutes} minutes pass`)
  }

  /** The next part of time: tickets may end with theirs. */
  async turnClock(): Promise<void> {
    const clock = Math.min(3, this.run.world.clock + 1) as 1 | 2 | 3
    this.#plant.world.clock.set(moments[clock] ?? 0)
    await this.#runTimers()
    await expireTickets(this.#plant.world.ctx)
    await this.#plant.world.settled()
    this.#drive((run) => run.turnClock(clock))
    await this.#compare(`the clock shows ${clock}`)
  }

  /** What the model takes for granted: everybody is briefed and at his post, the air was tested, the site is clear. */
  async prepareCrew(): Promise<void> {
    for (const [workId] of this.#names) {
      const { people, measures } = await this.#plant.detail(workId)
      const listed = people.filter((row) => row['state'] !== 0)
      const idsOf = (tag: string): string[] =>
        listed.flatMap((row) => (row['roleTag'] === tag ? [String(row['id'])] : []))
      await this.#plant.call(userOf.per, tickets.brief, { workId, personIds: idsOf('WORK') })
      for (const row of listed.filter((each) => each['roleTag'] === 'WORK'))
        await this.#plant.call(String(row['userId']), tickets.briefConfirm, { workId })
      for (const personId of idsOf('GUARD'))
        await this.#plant.call(userOf.grd, tickets.guardIn, { workId, personId })
      await this.#plant.call(userOf.grd, tickets.measureConfirm, {
        workId,
        measureIds: measures.map((row) => String(row['id'])),
      })
      const index = this.run.world.tickets.findIndex(({ ticket }) => ticket.id === this.#names.get(workId))
      const sample = await callFor(
        { index, asked: { event: cleanAir, actor: 'gas' } },
        this.#rows(index, workId),
      )
      if (
        sample !== null &&
        isTicketIn('inField', this.#ticket(index)) &&
        !isTicketIn('executing', this.#ticket(index))
      )
        await this.#plant.take(sample.who, sample.endpoint, sample.input)
      await this.#plant.world.database.pool.query(
        `update lo_work set notified_time = $2, site_check =
          '{"areaInspected":true,"toolsCleared":true,"guardsRefitted":true,"photo":true}' where id = $1`,
        [workId, new Date(this.#plant.world.clock.now())],
      )
    }
  }

  /** A report that leaves everything as it was is no transition. */
  #saysNothing(step: AskedOn): boolean {
    const answer = this.run.answer(step)
    const { phase } = this.#ticket(step.index)
    return answer.ok && answer.effects.length === 0 && answer.ticket.phase === phase
  }

  /** The model's renewal is approved as soon as it is asked for; on the server it goes the way of every ticket (T46). */
  async #approveRenewal(index: number): Promise<void> {
    const { rows } = await this.#plant.world.database.pool.query<{ id: string }>(
      'select id from lo_work where parent_work_id = $1 and void_flag = 0',
      [this.#idOf(index)],
    )
    const id = rows[0]?.id ?? 'none'
    const name = this.run.world.tickets.find(({ ticket }) => ticket.parentWorkId === this.#ticket(index).id)
    await this.#plant.take(userOf.app, tickets.submit, { workId: id })
    for (const person of ['rev1', 'rev2'] as const) await this.#plant.review(id, userOf[person])
    for (const person of ['apr1', 'apr2'] as const) await this.#plant.examine(id, userOf[person])
    this.#names.set(id, name?.ticket.id ?? 'B')
    await this.prepareCrew()
  }

  async #runTimers(): Promise<void> {
    await runDueTimers(this.#plant.world.ctx)
    await this.#plant.world.settled()
  }

  async #askServer(step: AskedOn): Promise<Came | null> {
    const { event, actor } = step.asked
    const workId = this.#idOf(step.index)
    if (workId === null) return null
    if (actor === 'system') {
      const { ctx } = this.#plant.world
      const own = await this.#asOwn(event, step.index, workId)
      const answer = own === null ? null : await advanceBySystem(ctx, 0, workId, own)
      return { taken: answer !== null, rules: null, words: answer?.transId ?? '-' }
    }
    // A sample that is a note moves nothing.
    const { status: workStatus, phase: execPhase } = this.#ticket(step.index)
    if (event.type === 'gasRepeat' && !isHeard({ workStatus, execPhase }, event.pass)) return null
    const call = await callFor(step, this.#rows(step.index, workId))
    if (call === null) return null
    return cameOf(await this.#plant.call(call.who, call.endpoint, call.input))
  }

  /** An event of the system in the words of the server's rows; null for one that no part of the server asks for alone. */
  async #asOwn(event: TicketEvent, index: number, workId: string): Promise<TicketEvent | null> {
    if (event.type === 'presenceReported') return { ...event, userId: userOf[event.userId as 'w1'] }
    if (event.type === 'removalExpire')
      return { ...event, removalId: await this.#rows(index, workId).request('removal', event.removalId) }
    return event
  }

  #rows(index: number, workId: string): RowIds {
    const { pool } = this.#plant.world.database
    const one = async (text: string, values: unknown[]): Promise<string> => {
      const { rows } = await pool.query<{ id: string }>(text, values)
      return rows[0]?.id ?? 'none'
    }
    return {
      workId,
      points: this.#setting.points,
      now: this.#plant.world.clock.now(),
      photo: async (who, name) => (name === '' ? '' : await this.#plant.photo(who)),
      person: (userId) =>
        one(
          `select id from lo_work_person where work_id = $1 and user_id = $2 and (state = 1 or on_state = 1)
          order by state desc, (role_tag in ('WORK', 'CONTR')) desc limit 1`,
          [workId, userId],
        ),
      step: async (name) => {
        const [stage, stepNo, , person] = name.split('.')
        const [table, who] =
          stage === '1' ? ['lo_work_review', 'reviewer_id'] : ['lo_work_examine', 'approver_id']
        const row = this.#stepOf(index, name)
        const id = await one(
          `select r.id from ${table} r join lo_work w on w.id = r.work_id where r.work_id = $1 and r.step_no = $2
            and r.${who} = $3 order by (r.round = w.round) desc, r.create_time desc limit 1`,
          [workId, stepNo, userOf[(row ?? person) as 'rev1']],
        )
        const { rows } = await pool.query<{ hash: string | null }>(
          'select content_hash as hash from lo_work where id = $1',
          [workId],
        )
        return { id, contentHash: rows[0]?.hash ?? '' }
      },
      request: (kind, name) => {
        // `C1`: the first open cause of kind 1.
        if (kind === 'cause')
          return one(
            `select c->>'causeId' as id from lo_work w, jsonb_array_elements(w.stop_causes) c
            where w.id = $1 and c->>'kind' = $2 and c->>'closedAt' is null limit 1`,
            [workId, name.slice(1)],
          )
        if (kind === 'extension')
          return one('select id from lo_work_extend where work_id = $1 and result = 0 limit 1', [workId])
        if (kind === 'removal')
          return one(
            `select id from lo_emergency_removal where work_id = $1 and state in (0, 1, 2)
            order by request_time offset ${name === 'R2' ? 1 : 0} limit 1`,
            [workId],
          )
        const [tag, from, to] = name.split(':')
        return one(
          `select id from lo_work_handover where work_id = $1 and role_tag = $2 and from_user_id = $3 and to_user_id = $4
            and state in (0, 1) limit 1`,
          [workId, tag, userOf[from as 'lead'], userOf[to as 'lead']],
        )
      },
    }
  }

  /** Who has a step now: it may have been handed on. */
  #stepOf(index: number, name: string): string | undefined {
    return this.run.world.tickets[index]?.steps.find((row) => row.id === name)?.userId
  }

  async #compare(line: string): Promise<void> {
    this.steps.push(line)
    const model = modelPicture(this.run)
    const server = this.#disturb(
      await serverPicture(this.#plant.world.database.pool, {
        names: this.#names,
        tagged: Object.keys(this.#setting.scene.start.tickets[0]?.running.tags ?? {}),
        pointIds: this.#setting.points.map(({ pointId }) => pointId),
        lockIds: this.#setting.points.flatMap(({ lockId }) => lockId ?? []),
        now: this.#plant.world.clock.now(),
      }),
    )
    const lines = [...new Set([...Object.keys(model), ...Object.keys(server)])]
      .filter((about) => model[about] !== server[about])
      .map((about) => `${about}\n    server: ${server[about]}\n    model:  ${model[about]}`)
    if (lines.length > 0) this.#differs(line, lines)
    await this.#nothingWasMissed(line)
  }

  /** The check for lost reactions finds none here: one that it finds would be the check moving a ticket by itself (A20). */
  async #nothingWasMissed(line: string): Promise<void> {
    const missed = await catchUp(this.#plant.world.ctx)
    if (missed > 0) this.#differs(line, [`the check for lost reactions did ${missed} things by itself`])
  }

  #differs(line: string, lines: readonly string[]): never {
    const way = [...this.steps.filter((each) => each !== line), line]
    throw new Error(`the server and the model differ:\n  ${lines.join('\n  ')}\nafter\n  ${way.join('\n  ')}`)
  }

  #ticket(index: number) {
    const each = this.run.world.tickets[index]
    if (each === undefined) throw new Error(`no ticket ${index}`)
    return each.ticket
  }

  #stateOf(index: number): string {
    const { status, phase } = this.#ticket(index)
    return `${status}/${phase}`
  }

  #idOf(index: number): string | null {
    const name = this.#ticket(index).id
    return [...this.#names].find(([, each]) => each === name)?.[0] ?? null
  }
}

const cleanAir: TicketEvent = { type: 'gasRepeat', pass: true, sampleTime: 0 }

const failing = (rules: readonly { id: string; pass: boolean }[]): string[] | null =>
  rules.length === 0 ? null : rules.flatMap(({ id, pass }) => (pass ? [] : [id])).toSorted()

function cameOf({ success, message, result }: Envelope<unknown>): Came {
  if (success) return { taken: true, rules: null, words: '' }
  // A refusal by rules carries all that were looked at (`RuleRefusal`); others carry none.
  const { rules = [] } = (result ?? {}) as { rules?: readonly { id: string; pass: boolean }[] }
  return { taken: false, rules: failing(rules), words: message }
}

function wordsOf(event: TicketEvent): string {
  const said = ['pointId', 'userId', 'holdId', 'rowId', 'handoverId', 'group', 'pass'] as const
  const values: Readonly<Record<string, unknown>> = { ...event }
  return said.flatMap((key) => (key in values ? [personOf(String(values[key]))] : [])).join(' ')
}

/** The energy map of `modelPlant` around the points of a ticket. */
function energyOf(points: readonly PlantPoint[]): { energy: EnergyGraph; zoneIds: readonly string[] } {
  const [inlet, bypass] = ['demo-pt2', 'demo-pt3']
  const line = (pointId: string, fromId: string, toId: string) => ({
    id: pointId,
    fromId,
    toId,
    directed: true,
    pointId,
    pointCode: points.find((point) => point.pointId === pointId)?.qr ?? pointId,
    normalOpen: true,
    weight: 1,
  })
  return {
    energy: {
      nodes: [
        { id: 'S', code: 'S', type: 'SOURCE' },
        { id: 'N', code: 'N', type: 'JUNC' },
        { id: 'Z', code: 'Z', type: 'ZONE' },
      ],
      edges: [line(inlet ?? '', 'S', 'N'), line(bypass ?? '', 'N', 'Z')],
    },
    zoneIds: ['Z'],
  }
}
