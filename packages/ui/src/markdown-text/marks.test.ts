import { expect, it } from 'vitest'
import { hasMarks } from './marks.ts'

it.each([
  '1. 断开电源\n2. 挂牌',
  '- 断开',
  '先**验电**',
  '## 步骤',
  '见 [图纸](/isps/area)',
  '| 点 | 锁 |',
  '`380 V`',
])('there are marks in %j', (text) => expect(hasMarks(text)).toBe(true))

it.each([
  '',
  '断开后挂牌',
  '断开 380 V，\n挂牌 2 张',
  '压力 0.5-0.6 MPa',
  'A_1 柜与 B_2 柜',
  '2026.5.1 前',
  '3*4 芯',
])('there are none in %j', (text) => expect(hasMarks(text)).toBe(false))
