import { expect, test } from 'vitest'
import { workTypeMistake } from './work-type-bounds.ts'

const hot = {
  typeCode: '01',
  levelCode: '0',
  maxHours: 8,
  gasPreMin: 30,
  gasInterruptMin: 30,
  guardRequired: 1,
}

test('§3.4 special work has a guardian, whatever the plant has set', () => {
  for (const typeCode of ['01', '02', '03', '04', '05', '06', '07', '08'])
    expect(workTypeMistake({ ...hot, typeCode, guardRequired: 0 })).toContain('监护人数')
  expect(workTypeMistake({ typeCode: '30', guardRequired: 0 })).toBeNull()
  expect(workTypeMistake({ typeCode: '01' })).toBeNull()
})

test('§3.4 in hot work and confined spaces a sample counts an hour at most', () => {
  expect(workTypeMistake({ ...hot, gasPreMin: 60, gasInterruptMin: 60 })).toBeNull()
  expect(workTypeMistake({ ...hot, gasPreMin: 61 })).toContain('检测时效')
  expect(workTypeMistake({ ...hot, typeCode: '02', gasInterruptMin: 61 })).toContain('中断重测')
  expect(workTypeMistake({ ...hot, typeCode: '10', gasPreMin: 600, maxHours: 600 })).toBeNull()
})

test('§3.4 hot work lasts 8 hours, of the second level 72; a confined space 24', () => {
  expect(workTypeMistake(hot)).toBeNull()
  expect(workTypeMistake({ ...hot, maxHours: 9 })).toContain('8 小时')
  expect(workTypeMistake({ ...hot, levelCode: '1', maxHours: 9 })).toContain('8 小时')
  expect(workTypeMistake({ ...hot, levelCode: '2', maxHours: 72 })).toBeNull()
  expect(workTypeMistake({ ...hot, levelCode: '2', maxHours: 73 })).toContain('72 小时')
  expect(workTypeMistake({ ...hot, typeCode: '02', levelCode: '9', maxHours: 25 })).toContain('24 小时')
})
