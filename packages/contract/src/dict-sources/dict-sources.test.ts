import { describe, expect, it } from 'vitest'
import { tableDictionaries } from './index.ts'

describe('dictionaries in table form', () => {
  it('are these and no others: a new one is looked at before it shows rows to somebody new', () => {
    expect([...tableDictionaries.keys()].sort()).toEqual([
      'area.areaCode',
      'area.id',
      'category.code',
      'category.id',
      'dataSource.code',
      'department.id',
      'department.orgCode',
      'device.id',
      'dictionary.id',
      'energyNode.id',
      'equip.id',
      'externalPerson.id',
      'flow.id',
      'lock.id',
      'lockType.id',
      'permission.id',
      'point.id',
      'position.code',
      'role.id',
      'role.roleCode',
      'user.id',
      'user.username',
      'work.id',
    ])
  })

  it('show the label of a row and a key that says nothing of a person, each for a permission', () => {
    for (const [key, { resource, by, shownBy }] of tableDictionaries) {
      expect([key, shownBy.length > 0 && shownBy.every((code) => /^(system|lo):/.test(code))]).toEqual([
        key,
        true,
      ])
      expect([
        key,
        resource.fields[by]?.hidden ?? false,
        resource.fields[resource.label]?.hidden ?? false,
      ]).toEqual([key, false, false])
      expect([key, ['phone', 'email', 'idCard', 'deviceSn'].includes(by)]).toEqual([key, false])
    }
    expect(tableDictionaries.get('user.username')?.shownBy.toSorted()).toEqual([
      'system:user:list',
      'system:userAgent:add',
      'system:userAgent:edit',
      'system:userAgent:list',
    ])
  })
})
