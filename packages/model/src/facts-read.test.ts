import { expect, test } from 'vitest'
import { advance, factsReadBy, ticketMachine, type TicketFacts } from '@suoan/domain/work-ticket'
import { askedOf } from './ask.ts'
import { groundOf } from './explore.ts'
import { quickScenes } from './scenes.ts'
import { AskedTable } from './table.ts'

/** Notes the name of every fact that is looked at. */
const recording = (facts: TicketFacts, seen: Set<string>): TicketFacts =>
  new Proxy(facts, {
    get(target, name) {
      if (typeof name === 'string') seen.add(name)
      return Reflect.get(target, name) as unknown
    },
  })

test('whatever anybody asks for in a state of the small worlds, only the facts named by factsReadBy are read', () => {
  const undeclared = new Set<string>()
  const accepted = new Set<string>()
  for (const scene of quickScenes) {
    const table = new AskedTable(scene, ticketMachine)
    // Every seventeenth state: neighbours differ in one step.
    for (const { world } of groundOf(scene).states.filter((_state, n) => n % 17 === 0))
      for (const [index, { ticket }] of world.tickets.entries())
        for (const asked of askedOf(world, index, scene)) {
          const seen = new Set<string>()
          const answer = advance(ticket, asked.event, recording(table.given(world, index, asked), seen))
          if (answer.ok) accepted.add(asked.event.type)
          const declared: readonly string[] = factsReadBy(asked.event.type)
          for (const name of seen)
            if (!declared.includes(name)) undeclared.add(`${asked.event.type}: ${name}`)
        }
  }
  expect([...undeclared].toSorted()).toEqual([])
  expect(accepted.size).toBeGreaterThan(30)
  // A minute of computing; twice that beside other work.
}, 300_000)
