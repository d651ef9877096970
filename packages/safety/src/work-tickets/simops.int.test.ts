import {
  simopsEndpoints as simops,
  workExamineEndpoints,
  workTicketEndpoints as tickets,
  type ConflictRow,
} from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, moment } from './testing/demo-draft.ts'
import { certifyGuardian, hotWork, reviewed, solventWork } from './testing/simops-world.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { verifyTicketChain } from './testing/verify-ticket-chain.ts'
import { endsWell } from './testing/ends-well.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
  await certifyGuardian(plant)
})
afterEach(() => plant[Symbol.asyncDispose]())

const conflictsOf = (id: string, who = 'u12') =>
  plant.take(who, simops.conflicts, { id, clientOpId: undefined })
const decide = (who: string, workId: string, row: ConflictRow | undefined, changes: object = {}) =>
  plant.call(who, simops.conflictAccept, {
    workId,
    otherWorkId: row?.otherWorkId ?? 'none',
    ruleCode: row?.ruleCode ?? 'none',
    detail: row?.detail ?? 'none',
    decision: 'accept',
    measures: '错开动火点，增设接火盆和气体连续检测',
    ...changes,
  })

describe('SC07 SIMOPS conflict (G06, T11)', () => {
  it('SC07 the second approval is refused with the number and the window of the first; moved to touch it, it passes', async () => {
    plant.at('08:00')
    const c = await reviewed(plant, solventWork())
    const b = await reviewed(plant, hotWork())
    plant.at('08:50')
    expect(await plant.examine(c)).toMatchObject({ result: { workStatus: 4 } })
    plant.at('08:51')
    const refused = await plant.examine(b)
    expect(refused).toMatchObject({ success: false, code: 4205 })
    const number = String((await plant.detail(c)).ticket.workNo)
    expect(refused.message).toContain(number)
    expect(refused.message).toContain('11:00–12:00')
    expect(await plant.state(b)).toBe('2/0')
    expect(await conflictsOf(b)).toMatchObject([
      { kind: 'ADJ', ruleCode: 'HOT_SOLVENT', severity: 3, otherWorkNo: number, isClaimed: true },
      { kind: 'ADJ', ruleCode: 'HOT_CONFINED_NEAR', severity: 2 },
    ])

    const { contentHash } = (await plant.detail(b)).ticket
    const row = await plant.pendingRow(b, 'u3')
    const rejection = {
      id: row,
      contentHash,
      approveStatus: 9,
      opinion: '与溶剂清洗错开时间',
      reasonCode: '01',
    }
    await plant.take('u3', workExamineEndpoints.decide, rejection)
    const times = { planStart: `${DAY} 12:00:00`, planEnd: `${DAY} 14:00:00` }
    const { revision } = (await plant.detail(b)).ticket
    expect(await plant.draft({ ...hotWork(times), id: b, revision })).toBe(b)
    await plant.take('u1', tickets.submit, { workId: b })
    await plant.review(b)
    expect(await plant.examine(b)).toMatchObject({ result: { workStatus: 4 } })
    expect(await conflictsOf(b)).toEqual([])
    // C was stored as clashing with B's first plan; that is over when C begins (G06 at T20).
    plant.at('09:50')
    const begun = await plant.call('u4', tickets.isolateStart, { workId: c })
    expect(JSON.stringify(begun)).not.toContain('LO-4205')
    expect(begun.code).not.toBe(4205)
    await endsWell(plant, b, c)
  })

  it('SC07 severity 2: refused until SAFETY accepts with measures, then approved; both tickets are served by it', async () => {
    plant.at('08:00')
    const c = await reviewed(plant, solventWork({ hazards: ['03'] }))
    const b = await reviewed(plant, hotWork())
    plant.at('08:50')
    expect(await plant.examine(c)).toMatchObject({ result: { workStatus: 4 } })
    plant.at('08:51')
    const refused = await plant.examine(b)
    expect(refused).toMatchObject({ success: false, code: 4205 })
    expect(refused.message).toContain('须安全管理人员附措施接受')

    const [row] = await conflictsOf(b)
    expect(row).toMatchObject({ ruleCode: 'HOT_CONFINED_NEAR', severity: 2, state: 0 })
    expect(await decide('u1', b, row)).toMatchObject({ success: false })
    expect((await decide('u12', b, row, { measures: '好' })).message).toContain('至少 5 个字')
    expect(await decide('u12', b, row)).toMatchObject({ success: true })
    expect(await conflictsOf(b)).toMatchObject([
      { state: 1, decideName: '褚安', decideTime: `${DAY} 08:51:00` },
    ])
    expect((await plant.detail(b)).ticket['conflictState']).toBe(1)
    expect(await plant.examine(b)).toMatchObject({ result: { workStatus: 4 } })
    expect(await conflictsOf(c)).toMatchObject([{ otherWorkId: b, state: 1, isClaimed: true }])

    const timeline = await plant.take('u1', tickets.timeline, { id: b })
    const said = timeline.find((each) => String(JSON.stringify(each['diff'])).includes('conflictAccept'))
    expect(said).toMatchObject({
      actorName: '褚安',
      diff: { note: 'conflictAccept', decision: 'accept', otherWorkId: c, severity: 2 },
    })
    const chain = await plant.world.database.db.transaction().execute((tx) => verifyTicketChain(tx, b))
    expect(chain).toMatchObject({ ok: true })
    await endsWell(plant, b, c)
  })
})

describe('G06 decisions of SAFETY', () => {
  it('G06 severity 3 is never accepted; a hint may be misjudged; what is gone cannot be decided', async () => {
    plant.at('08:00')
    await reviewed(plant, solventWork())
    const b = await reviewed(plant, hotWork())
    const [blocking, light] = await conflictsOf(b)
    expect(blocking?.severity).toBe(3)
    for (const decision of ['accept', 'misjudged']) {
      const answer = await decide('u12', b, blocking, { decision })
      expect(answer).toMatchObject({ success: false })
      expect(answer.message).toContain('不能接受')
    }
    expect(await decide('u12', b, light, { decision: 'misjudged' })).toMatchObject({ success: true })
    expect((await conflictsOf(b)).map((row) => row.state)).toEqual([0, 3])
    const gone = await decide('u12', b, light && { ...light, detail: '别的' })
    expect(gone.message).toContain('已不存在')
  })

  it('G06 an acceptance does not stretch: a longer overlap or a worse clash must be decided anew', async () => {
    plant.at('08:00')
    await reviewed(plant, solventWork({ hazards: ['03'] }))
    const b = await plant.draft(hotWork())
    await decide('u12', b, (await conflictsOf(b))[0])
    expect((await conflictsOf(b))[0]).toMatchObject({ state: 1, overlapFrom: `${DAY} 11:00:00` })
    const save = async (planStart: string) =>
      plant.draft({ ...hotWork({ planStart }), id: b, revision: (await plant.detail(b)).ticket.revision })
    await save(`${DAY} 11:30:00`)
    expect((await conflictsOf(b))[0]).toMatchObject({ state: 1 })
    await save(`${DAY} 10:30:00`)
    expect((await conflictsOf(b))[0]).toMatchObject({ state: 0, overlapFrom: `${DAY} 10:30:00` })
  })

  it('G06 the matrix is data: a stopped row no longer clashes, a worse one does; a tenant without rows keeps the standard', async () => {
    plant.at('08:00')
    await reviewed(plant, solventWork())
    const b = await reviewed(plant, hotWork())
    const rules = async () => (await conflictsOf(b)).map((row) => `${row.ruleCode} ${row.severity}`)
    expect(await rules()).toEqual(['HOT_SOLVENT 3', 'HOT_CONFINED_NEAR 2'])
    await plant.world.database.pool.query(`insert into lo_hazard_pair
      (id, rule_code, pair_name, type_a, hazard_a, type_b, hazard_b, severity, adjacent, status) values
      ('p1', 'OWN_RULE', '本厂规定', '01', null, null, '03', 1, 1, 1), ('p2', 'STOPPED', '停用', '01', null, null, null, 3, 1, 0)`)
    expect(await rules()).toEqual(['OWN_RULE 1'])
  })

  it('denies without the permission, hides tickets of others and of another tenant', async () => {
    plant.at('08:00')
    const b = await reviewed(plant, hotWork())
    const bare = plant.as('u12', { permissions: new Set(['lo:work:list']) })
    const input = {
      workId: b,
      clientOpId: '01JCCCCCCCCCCCCCCCCCCCCCC1',
      otherWorkId: b,
      ruleCode: 'X',
      detail: 'X',
      decision: 'accept',
      measures: '措施措施措施',
    }
    expect(await bare.post(simops.conflictAccept.path, input)).toMatchObject({ success: false, code: 510 })
    const foreign = plant.as('u12', { tenantId: 7 })
    expect(await foreign.get(simops.conflicts.path, { id: b })).toMatchObject({ message: '未找到对应实体' })
    expect(await foreign.post(simops.conflictAccept.path, input)).toMatchObject({ message: '未找到对应实体' })
    const map = await foreign.get(simops.map.path, { from: moment('08:00'), hours: 24 })
    expect(map).toMatchObject({ result: { tickets: [], conflicts: [] } })
  })
})

describe('M7 the map of areas and time', () => {
  it('M7 shows standing tickets with their clashes once each, filtered by area, and proposes a slot without a block', async () => {
    plant.at('08:00')
    const c = await reviewed(plant, solventWork())
    const b = await reviewed(plant, hotWork())
    await plant.draft(hotWork({ workName: '草稿不在图上' }))
    const look = (input: object = {}) =>
      plant.take('u12', simops.map, { from: moment('08:00'), hours: 24, clientOpId: undefined, ...input })
    const map = await look()
    expect(map.tickets.map((each) => each.id).toSorted()).toEqual([b, c].toSorted())
    expect(map.areas.map((each) => each.areaCode)).toEqual(['A01A01', 'A01A02A01'])
    expect(map.conflicts).toHaveLength(2)
    expect(map.conflicts[0]).toMatchObject({ from: moment('11:00'), to: moment('12:00'), severity: 3 })
    expect((await look({ areaCode: 'A01A02' })).tickets.map((each) => each.id)).toEqual([b])
    expect((await look({ from: moment('13:00') })).tickets).toEqual([])
    const slots = await plant.take('u1', simops.slots, { id: b, clientOpId: undefined })
    expect(slots[0]).toEqual({ start: moment('08:00'), end: moment('10:00'), worst: 0 })
    expect(slots).toContainEqual({ start: moment('12:00'), end: moment('14:00'), worst: 0 })
  })
})
