import { describe, expect, it } from 'vitest'
import { certLines, measureLines } from './policy-lines.ts'

const withIds = <R extends object>(rows: readonly R[] | null) =>
  (rows ?? []).map((row, index) => ({ ...row, id: String(index) }))

describe('安全措施模板 as rows', () => {
  it('reads a text as an offered line and gives unedited lines back as they were', () => {
    const stored = ['挂牌', { must: 1, content: '上锁', controlRank: 3 }]
    const rows = withIds(measureLines.read(stored))
    expect(rows).toMatchObject([
      { content: '挂牌', must: 0, controlRank: null },
      { content: '上锁', must: 1, controlRank: '3' },
    ])
    expect(measureLines.write(rows)).toEqual(stored)
    const edited = rows.map((row, index) => (index === 0 ? { ...row, must: 1 as const } : row))
    expect(measureLines.write(edited)).toEqual([
      { content: '挂牌', must: 1, controlRank: null },
      { must: 1, content: '上锁', controlRank: 3 },
    ])
  })

  it('keeps the line that is being written, and leaves out what the table has no column for', () => {
    expect(measureLines.read([{ content: '' }])).toMatchObject([{ content: '', must: 0 }])
    expect(measureLines.read([{ content: '上锁', who: 'LEAD' }])).toBeNull()
    expect(measureLines.read({ content: '上锁' })).toBeNull()
    expect(measureLines.write([])).toBeUndefined()
  })
})

describe('资质要求 as rows', () => {
  it('has a row for each role, with none where nothing is asked', () => {
    const stored = { GUARD: ['01', '07'], WORK: [] }
    const rows = withIds(certLines.read(stored))
    expect(rows).toMatchObject([
      { roleTag: 'GUARD', certTypes: '01,07' },
      { roleTag: 'WORK', certTypes: null },
    ])
    expect(certLines.write(rows)).toEqual(stored)
  })

  it.each([['["08"]'], ['{"WORK":"08"}'], ['"08"'], ['{"WORK":[8]}']])('cannot show %s', (text) => {
    expect(certLines.read(JSON.parse(text))).toBeNull()
  })
})
