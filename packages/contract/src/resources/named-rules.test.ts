import { expect, test } from 'vitest'
import { checkRule } from './check-rule.ts'
import { fillRule } from './fill-rule.ts'
import { resources } from './index.ts'

test.each([
  ['checkRule', checkRule.fields.ruleCode.help],
  ['fillRule', fillRule.fields.ruleCode.help],
] as const)('who writes a %s reads which fields ask for it', (kind, help = '') => {
  const named = resources.flatMap(({ fields }) =>
    Object.values(fields).flatMap((field) => {
      const code = field[kind]
      return code === undefined ? [] : [`${code} ${field.label}`]
    }),
  )
  expect(named.length).toBeGreaterThan(1)
  expect(named.filter((each) => !help.includes(each))).toEqual([])
})
