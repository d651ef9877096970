import { describe, expect, it } from 'vitest'
import { custody, lockPurpose } from '../dictionaries/index.ts'
import { isOutOfUse, nextCustody, type CustodyAction } from './custody.ts'

const lock = (state: (typeof custody)[keyof typeof custody], heldBy: string[] = []) => ({
  lockCode: 'LK1',
  custody: state,
  purpose: lockPurpose.access,
  heldBy,
})

describe('custody of a lock', () => {
  it.each<[CustodyAction, keyof typeof custody, number]>([
    ['INST', 'inStore', custody.installed],
    ['INST', 'issued', custody.installed],
    ['LOST', 'installed', custody.lost],
    ['FOUND', 'lost', custody.inStore],
    ['REPAIR', 'issued', custody.repair],
    ['IN', 'repair', custody.inStore],
    ['SCRAP', 'lost', custody.scrapped],
  ])('%s takes a lock that is %s on', (action, from, to) => {
    expect(nextCustody(action, lock(custody[from]))).toEqual({ to })
  })

  it.each<[CustodyAction, keyof typeof custody]>([
    ['FOUND', 'inStore'],
    ['LOST', 'lost'],
    ['IN', 'lost'],
    ['SCRAP', 'scrapped'],
    ['LOST', 'scrapped'],
  ])('%s of a lock that is %s is refused, with what it is', (action, from) => {
    expect(nextCustody(action, lock(custody[from]))).toMatchObject({
      refused: expect.stringContaining('当前为'),
    })
  })

  it('a lock that a ticket relies on may be reported lost, but not scrapped or sent away', () => {
    expect(nextCustody('LOST', lock(custody.installed, ['W1']))).toEqual({ to: custody.lost })
    for (const action of ['SCRAP', 'REPAIR'] as const)
      expect(nextCustody(action, lock(custody.installed, ['W1']))).toMatchObject({
        refused: expect.stringContaining('W1'),
      })
  })

  it('INST is recorded of what is fixed to its place, never of a padlock', () => {
    for (const purpose of [lockPurpose.isolation, lockPurpose.personal])
      expect(nextCustody('INST', { ...lock(custody.inStore), purpose })).toMatchObject({
        refused: expect.stringContaining('不登记安装'),
      })
  })

  it('nobody uses a lock that is lost, in repair or scrapped', () => {
    const out = Object.values(custody).filter(isOutOfUse)
    expect(out).toEqual([custody.lost, custody.repair, custody.scrapped])
  })
})
