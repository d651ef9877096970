import { describe, expect, it } from 'vitest'
import { listProblem, namesIn, sortNames } from './name-list.ts'

describe('the names of a pasted text', () => {
  it('stand on lines, in cells of a sheet or behind commas, each once', () => {
    expect(namesIn('张三\r\n李四\t王五，赵六、钱七;孙八；张三, 李四')).toEqual([
      '张三',
      '李四',
      '王五',
      '赵六',
      '钱七',
      '孙八',
    ])
  })
  it('keep a blank inside and lose those around, also the wide and the hard ones', () => {
    expect(namesIn('\u3000John  Smith\u00a0\n \n')).toEqual(['John Smith'])
  })
  it('of ten thousand are refused with their number', () => {
    const names = namesIn(Array.from({ length: 10_000 }, (_, index) => `姓名${index}`).join('\n'))
    expect(listProblem(names, 1000)).toBe('名单有 10000 个姓名，一次最多查找 1000 个，请分批粘贴')
    expect(listProblem(names.slice(0, 1000), 1000)).toBeNull()
    expect(listProblem([], 1000)).toBe('请先粘贴姓名，每行一个')
  })
})

it('one is sure, several are asked about, nobody is said', () => {
  const one = (key: string) => ({ key, label: '王伟', hint: key })
  const several = { name: '王伟', choices: [one('a'), one('b')], total: 2 }
  expect(
    sortNames([
      { name: '张三', choices: [one('z')], total: 1 },
      several,
      { name: '无名', choices: [], total: 0 },
    ]),
  ).toEqual({ sure: [{ key: 'z', label: '王伟' }], several: [several], missing: ['无名'] })
})
