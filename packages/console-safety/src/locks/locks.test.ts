import { describe, expect, it } from 'vitest'
import { commandLook } from './command-look.ts'
import { openVerdict } from './open-verdict.ts'

const rules = [
  { id: 'R02', pass: true, applies: true, text: '锁具可用', hint: '' },
  { id: 'R06', pass: false, applies: true, text: '您没有这把锁的授权', hint: '由负责人授权' },
  { id: 'R14', pass: false, applies: false, text: '不适用', hint: '' },
]

describe('why a lock may be opened or not', () => {
  it('lists the rules that said no, without those that do not apply (R06 R14)', () => {
    const verdict = openVerdict(
      {
        allow: false,
        leg: 'L1',
        rules,
        changes: [{ kind: 'grant', by: '工作负责人', text: '把您列为可开人员' }],
        never: null,
      },
      '不能开锁：没有授权',
    )
    expect(verdict.failed.map((rule) => rule.id)).toEqual(['R06'])
    expect(verdict.passed.map((rule) => rule.id)).toEqual(['R02'])
    expect(verdict).toMatchObject({ title: '不能开锁：没有授权', leg: 'L1 作业' })
    expect(verdict.changes.map(({ by }) => by)).toEqual(['工作负责人'])
  })
  it('says yes plainly', () => {
    expect(openVerdict({ allow: true, leg: 'L1', rules: [rules[0]!], changes: [], never: null }).title).toBe(
      '可以开锁',
    )
  })
  it('warns when a yes could not be sent to the lock', () => {
    const verdict = openVerdict(
      { allow: true, leg: 'L1', rules: [], changes: [], never: null },
      '允许开锁，但指令没有送达',
    )
    expect(verdict).toMatchObject({ allow: true, tone: 'warning', title: '允许开锁，但指令没有送达' })
  })
  it('says that no way fits when there is none', () => {
    expect(openVerdict({ allow: false, leg: null, rules: [], changes: [], never: null }).leg).toBe(
      '没有适用的开锁通道',
    )
  })
})

describe('the state of a command', () => {
  it('never calls a time-out a success or a failure (SC19)', () => {
    expect(commandLook(10)).toMatchObject({ tone: 'warning', text: '超时' })
    expect(commandLook(10).hint).toContain('结果未知，以锁状态为准')
  })
})
