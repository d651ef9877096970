import { expect, it } from 'vitest'
import { blankGas, changesOf, rowOf, type StoredGas } from './gas-rows.ts'

const gas = (id: string, more: Partial<StoredGas> = {}): StoredGas => ({
  id,
  tenantId: 0,
  sysOrgCode: null,
  createBy: null,
  createTime: null,
  updateBy: null,
  updateTime: null,
  delFlag: 0,
  revision: 1,
  gasCode: id,
  gasName: id,
  kind: 1,
  lel: null,
  limitMin: 19.5,
  limitMax: 23.5,
  unit: '%VOL',
  std: null,
  baselineVersion: null,
  ...more,
})
const stored = [gas('O2'), gas('CO'), gas('H2S')]

it('limits are sent by what differs; an emptied one as an empty text, others not at all', () => {
  const [o2, co] = stored.map(rowOf)
  if (!o2 || !co) throw new Error('two limits')
  const fresh = {
    ...blankGas,
    id: 'new_1',
    gasCode: 'NH3',
    gasName: '氨',
    kind: '2',
    limitMax: 20,
    unit: 'mg',
  }
  const changes = changesOf(stored, [o2, { ...co, limitMin: null, limitMax: 20 }, fresh])
  expect(changes.edited).toMatchObject([{ stored: { id: 'CO' }, draft: { limitMin: '', limitMax: 20 } }])
  expect(changes.added).toMatchObject([{ draft: { gasCode: 'NH3', kind: '2', lel: '', limitMax: 20 } }])
  expect(changes.removed.map(({ id }) => id)).toEqual(['H2S'])
})
