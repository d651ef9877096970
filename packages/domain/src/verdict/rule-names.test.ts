import { expect, it } from 'vitest'
import { guards } from '../work-ticket/index.ts'
import { ruleNames } from './index.ts'

it('every rule that may refuse has a name of its own', () => {
  expect(Object.keys(guards).filter((id) => !ruleNames[id])).toEqual([])
  const names = Object.values(ruleNames)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
