import { expect, it } from 'vitest'
import { nameProblem } from './saved-view.ts'

it('a view has a name of one to fifty signs', () => {
  expect(nameProblem('  ')).toBe('请输入视图名称')
  expect(nameProblem(' 低电量 ')).toBeNull()
  expect(nameProblem('🔒'.repeat(50))).toBeNull()
  expect(nameProblem('长'.repeat(51))).toBe('视图名称最多 50 个字')
})
