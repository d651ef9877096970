import { workTicketEndpoints as tickets, type RuleResult } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const failing = (answer: { result: unknown }) =>
  (answer.result as { rules: RuleResult[] }).rules.filter((rule) => !rule.pass).map((rule) => rule.id)
const query = (text: string, values: unknown[] = []) => plant.world.database.pool.query(text, values)
const named = { personName: '赖外', personSource: 2, roleTag: 'CONTR' } as const

describe('a name without an account and without a register entry', () => {
  it('G03 never passes submit: who that is must be registered first', async () => {
    plant.at('08:00')
    const id = await plant.draft({ people: [...(demoDraft().people ?? []), named] })
    const answer = await plant.call('u1', tickets.submit, { workId: id })
    expect(answer).toMatchObject({ success: false })
    expect(failing(answer)).toContain('G03')
    expect(answer.message).toContain('赖外 未登记，请先在外来人员中登记此人')
    expect(await plant.state(id)).toBe('0/0')
  })

  /** A ticket that was let through before: the name stands on it already. */
  const listed = (id: string, onState = 0) =>
    query(
      `insert into lo_work_person (id, work_id, person_name, person_source, role_tag, state, on_state)
        values ('nobody', $1, '赖外', 2, 'CONTR', 1, $2)`,
      [id, onState],
    )

  it('G13 a ticket that carries such a name does not start', async () => {
    const id = await carryOut(plant, 'ready')
    plant.at('09:00')
    await listed(id)
    const answer = await plant.call('u5', tickets.start, { workId: id })
    expect(failing(answer)).toContain('G13')
    expect(answer.message).toContain('赖外 未登记')
    expect(await plant.state(id)).toBe('4/12')
  })

  it('T28 T29 he does not enter, and with him inside nobody says the place is empty (G17)', async () => {
    const id = await carryOut(plant, 'working')
    await listed(id)
    const entering = await plant.call('u5', tickets.personIn, { workId: id, personId: 'nobody' })
    expect(failing(entering)).toContain('G13')

    await query(`update lo_work_person set on_state = 1 where id = 'nobody'`)
    const giving = await plant.call('u5', tickets.releaseBegin, {
      workId: id,
      siteCheck: { areaInspected: true, toolsCleared: true, guardsRefitted: true, photo: null },
    })
    expect(giving.success).toBe(false)
    expect(giving.message).toContain('赖外')
    expect(failing(giving)).toContain('G17')

    // Leaving is never refused, whoever it is.
    await plant.take('u8', tickets.personOut, { workId: id, personId: 'nobody' })
    const { rows } = await query(`select on_state from lo_work_person where id = 'nobody'`)
    expect(rows).toEqual([{ on_state: 2 }])
  })
})
