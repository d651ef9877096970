import { describe, expect, it } from 'vitest'
import { blankStep, changesOf, orderOf, rowOf, type StepRow, type StoredStep } from './step-rows.ts'

const step = (id: string, stage: number, stepNo: number, more: Partial<StoredStep> = {}): StoredStep => ({
  id,
  tenantId: 0,
  sysOrgCode: null,
  createBy: null,
  createTime: null,
  updateBy: null,
  updateTime: null,
  delFlag: 0,
  revision: 1,
  flowId: 'f',
  stage,
  stepNo,
  roleTag: 'REVIEW',
  scopeRule: 'PLANT',
  userIds: null,
  quorum: 'ANY',
  condition: null,
  slaMin: 60,
  escalateTo: '',
  onSite: 0,
  signDemand: 'SECRET',
  allowDelegate: 1,
  rejectMode: 'RESTART',
  source: null,
  baselineVersion: null,
  ...more,
})
const stored = [step('a', 1, 1), step('b', 1, 2), step('c', 2, 1)]
const rows = stored.map(rowOf)
const [a, b, c] = rows as [StepRow, StepRow, StepRow]

describe('what saving the steps of a flow has to send', () => {
  it('is nothing while nothing differs, whatever their order', () => {
    expect(changesOf('f', stored, [c, b, a])).toEqual({ added: [], edited: [], removed: [] })
  })
  it('is of an edited step what differs, emptied fields as empty texts', () => {
    const named = { ...a, scopeRule: 'NAMED', userIds: 'u1,u2', slaMin: null }
    expect(changesOf('f', stored, [named, b, c]).edited).toMatchObject([
      { stored: { id: 'a' }, draft: { scopeRule: 'NAMED', userIds: ['u1', 'u2'], slaMin: '' } },
    ])
  })
  it('puts a new step, and one of another stage, at the end of its stage', () => {
    const fresh: StepRow = { ...blankStep, id: 'new_1', roleTag: 'SAFETY', scopeRule: 'PLANT' }
    const { added, edited, removed } = changesOf('f', stored, [fresh, { ...c, stage: '1' }, b])
    expect(added).toMatchObject([{ id: 'new_1', draft: { flowId: 'f', stage: 1, stepNo: 3 } }])
    expect(edited).toMatchObject([{ draft: { stage: 1, stepNo: 4 } }])
    expect(removed.map(({ id }) => id)).toEqual(['a'])
  })
})

describe('the order that is stored of the steps', () => {
  it('is asked for only where it differs', () => {
    expect(orderOf(stored, rows)).toBeNull()
    expect(orderOf(stored, [c, a, b])).toBeNull()
    expect(orderOf(stored, [b, a, c])).toEqual(['b', 'a', 'c'])
  })
  it('has a new step where its row stands', () => {
    const fresh: StepRow = { ...blankStep, id: 'new_1' }
    expect(orderOf([...stored, step('n', 1, 3)], [a, fresh, b, c])).toEqual(['a', 'n', 'b', 'c'])
  })
})
