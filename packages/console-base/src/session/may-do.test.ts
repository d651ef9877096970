import type { PermissionAnswer } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import { canDo, hiddenParts, isDisabled } from './may-do.ts'

const entry = (action: string, type = '1', status = '1') => ({ action, type, status, describe: action })
const permissions = (auth: string[], all: PermissionAnswer['allAuth']): PermissionAnswer => ({
  menu: [],
  auth: auth.map((action) => entry(action)),
  allAuth: all,
  sysSafeMode: false,
})

describe('a button', () => {
  it.each([
    ['is shown when granted', permissions(['lo:lock:open'], [entry('lo:lock:open')]), true],
    ['is hidden when it exists but is not granted', permissions([], [entry('lo:lock:open')]), false],
    [
      'is shown to all when its rule is switched off',
      permissions([], [entry('lo:lock:open', '1', '0')]),
      true,
    ],
    ['is hidden when nobody knows its code', permissions([], []), false],
    ['is shown when a granted row names several codes', permissions(['lo:lock:list,lo:lock:open'], []), true],
    ['is not shown by a grant of another code that begins alike', permissions(['lo:lock:opened'], []), false],
    ['is not shown by a rule that only disables', permissions([], [entry('lo:lock:open', '2', '0')]), false],
  ])('%s', (_, given, expected) => expect(canDo(given, 'lo:lock:open')).toBe(expected))

  it('is hidden before the permissions are known', () => expect(canDo(null, 'lo:lock:open')).toBe(false))
})

describe('a field', () => {
  it.each([
    [
      'is disabled when its rule is on and not granted',
      permissions([], [entry('user:form:phone', '2')]),
      true,
    ],
    ['is enabled when granted', permissions(['user:form:phone'], [entry('user:form:phone', '2')]), false],
    [
      'is enabled when its rule is switched off',
      permissions([], [entry('user:form:phone', '2', '0')]),
      false,
    ],
    ['is enabled when nobody knows its code', permissions([], []), false],
  ])('%s', (_, given, expected) => expect(isDisabled(given, 'user:form:phone')).toBe(expected))
})

describe('the list of the route itself (meta.permissionList)', () => {
  const withheld = permissions([], [entry('order:pay'), entry('order:form:sum', '2')])
  it('shows what the session would hide', () => {
    expect(canDo(withheld, 'order:pay', [{ action: 'order:pay', type: '1' }])).toBe(true)
  })
  it('disables what the session would enable', () => {
    const granted = permissions(['order:pay'], [])
    expect(isDisabled(granted, 'order:pay', [{ action: 'order:pay', type: '2' }])).toBe(true)
  })
  it('leaves everything else to the session', () => {
    expect(isDisabled(withheld, 'order:form:sum', [{ action: 'order:pay', type: '2' }])).toBe(true)
  })
})

describe('the parts of a table below a prefix', () => {
  it('are left out when they exist, are in force and are not granted', () => {
    const given = permissions(
      ['lock:column:a'],
      [entry('lock:column:a'), entry('lock:column:b'), entry('lock:column:c', '1', '0'), entry('lock:open')],
    )
    expect(hiddenParts(given, 'lock:column:')).toEqual(['b'])
  })
  it('are all there before the permissions are known', () => expect(hiddenParts(null, 'lock:')).toEqual([]))
})
