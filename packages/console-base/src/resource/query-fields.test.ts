import { resources, type FieldKind } from '@suoan/contract'
import { expect, it } from 'vitest'
import { fieldOf } from './list-row.ts'
import { queryFieldsOf } from './query-fields.ts'

const silent: readonly FieldKind[] = ['json', 'secret']

it.each(resources.map((resource) => [resource.name, resource] as const))(
  '高级查询 of %s asks about every field that may be seen, each by rules of its own kind',
  (_, resource) => {
    const asked = queryFieldsOf(resource)
    const own = Object.entries(resource.fields)
      .filter(([, { hidden, kind }]) => !hidden && !silent.includes(kind))
      .map(([name]) => name)
    expect(asked.map(({ value }) => value)).toEqual(expect.arrayContaining(own))
    for (const { value, label, rules } of asked) {
      expect([label, rules?.length]).not.toContain(0)
      const kind = fieldOf(resource, value)?.kind
      if (kind === 'flag' || kind === 'boolean') expect(rules).not.toContain('gt')
      if (kind === 'date' || kind === 'integer' || kind === 'dateTime') expect(rules).not.toContain('like')
    }
    expect(queryFieldsOf(resource, own)).not.toContainEqual(expect.objectContaining({ value: own[0] }))
  },
)
