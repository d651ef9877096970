import { describe, expect, it } from 'vitest'
import { editConsequence, realEdit } from './edit-consequence.ts'

const before = {
  workType: '01',
  baseTypes: [],
  planEnd: '2026-12-01 17:00:00',
  workLevel: '2',
  content: '更换密封',
}

describe('approving with an edit (T12, SC05)', () => {
  it('sends a longer time, other content or a lower level round again', () => {
    for (const edit of [{ planEnd: '2026-12-01 19:00:00' }, { content: '换泵' }, { workLevel: '3' }])
      expect(editConsequence(realEdit(edit, before), before)?.isCore).toBe(true)
  })
  it('lets a raised level and a shorter time go on', () => {
    for (const edit of [{ workLevel: '1' }, { planEnd: '2026-12-01 16:00:00' }])
      expect(editConsequence(realEdit(edit, before), before)?.isCore).toBe(false)
  })
  it('knows that work at height is graded upwards', () => {
    const height = { ...before, workType: '04' }
    expect(editConsequence({ workLevel: '1' }, height)?.isCore).toBe(true)
    expect(editConsequence({ workLevel: '4' }, height)?.isCore).toBe(false)
    const repair = { ...before, workType: '31', baseTypes: ['04'] }
    expect(editConsequence({ workLevel: '1' }, repair)?.isCore).toBe(true)
  })
  it('has no consequence when nothing really changed', () => {
    expect(realEdit({ ...before }, before)).toBeNull()
    expect(editConsequence(null, before)).toBeNull()
  })
})
