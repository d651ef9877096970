import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  evaluate,
  evaluateText,
  maxDepth,
  maxLength,
  namesIn,
  parseExpression,
  type Expression,
  type ExpressionContext,
  type ExpressionValue,
} from './index.ts'

const context = (values: Record<string, ExpressionValue>): ExpressionContext =>
  new Map(Object.entries(values))
const world = context({
  'Q1.open': true,
  'PT3.deadVerified': false,
  'V-101.open': true,
  '1QF.open': false,
  'PT9.open': null,
  作业类型: '01',
  workType: '01',
  planHours: 9.5,
  hazards: ['03', '07'],
  empty: null,
})
const answer = (text: string) => {
  const outcome = evaluateText(text, world)
  return outcome.ok ? outcome.value : outcome.error.message
}

test.each([
  ['Q1.open && PT3.deadVerified', false],
  ['Q1.open && !PT3.deadVerified', true],
  ['Q1.open || PT3.deadVerified && false', true],
  ['(Q1.open || true) && false', false],
  ['V-101.open && !1QF.open', true],
  ["作业类型 == '01'", true],
  ["workType in ['01', '02'] && planHours > 8", true],
  ["'03' in hazards && !('05' in hazards)", true],
  ['planHours >= -1.5', true],
  ['planHours<=9.5&&planHours!=9', true],
  ['Q1.open == true', true],
  ['!Q1.open == false', true],
  ['(planHours > 8) == Q1.open', true],
])('%s is %s', (text, value) => {
  expect(answer(text)).toBe(value)
})

test.each([
  ['PT9.open', null],
  ['!PT9.open', null],
  ['PT9.open && Q1.open', null],
  ['PT9.open && false', false],
  ['PT9.open || Q1.open', true],
  ['empty == 1', null],
  ["empty in ['01']", null],
  ['PT9.open == PT9.open', null],
])('an unknown value leaves %s at %s: never satisfied by not knowing', (text, value) => {
  expect(answer(text)).toBe(value)
})

test('the unknown names are named, for the evidence', () => {
  expect(evaluateText('PT9.open || empty == 1', world)).toEqual({
    ok: true,
    value: null,
    unknown: ['PT9.open', 'empty'],
  })
})

test.each([
  ['', '第 1 个字符：条件不能为空'],
  ['Q1.open &&', '第 11 个字符：条件不完整'],
  ['(Q1.open', '第 9 个字符：缺少右括号'],
  ['Q1.open) ', '第 8 个字符：多出的内容“)”'],
  ['Q1.open = true', '第 9 个字符：相等请写“==”'],
  ['Q1.open & Q1.open', '第 9 个字符：请写“&&”'],
  ['Q1.open ＆＆ true', '第 9 个字符：“＆”是全角符号'],
  ["workType == '01", '第 13 个字符：文字缺少结尾的引号'],
  ['1 < planHours < 9', '第 15 个字符：比较不能连写'],
  ['workType in []', '第 14 个字符：列表中只能写数字或文字'],
  ["workType in ['01'", '第 18 个字符：列表缺少“]”'],
  ['workType in 5', '第 13 个字符：in 后面须为'],
  ['𝒳 @', '第 3 个字符：不认识的字符“@”'],
  ['Q1.opn', '第 1 个字符：没有名为“Q1.opn”的项目'],
  ['true || nobody.here', '第 9 个字符：没有名为“nobody.here”的项目'],
  ['planHours', '第 1 个字符：“planHours”不是真假值'],
  ['true || !planHours', '第 10 个字符：“planHours”不是真假值'],
  ['planHours == workType', '第 11 个字符：“==”两边的种类不同：数字与文字'],
  ["workType < '02'", '第 10 个字符：“<”只能比较数字'],
  ['workType in [1, 2]', '第 10 个字符：“in”两边的种类不同：文字与数字'],
  ["hazards == '03'", '第 1 个字符：“hazards”是列表'],
  ["'1' in workType", '第 8 个字符：“workType”不是列表'],
  ['__proto__.x', '第 1 个字符：没有名为“__proto__.x”的项目'],
  ['constructor == true', '第 1 个字符：没有名为“constructor”的项目'],
  ['toString', '第 1 个字符：没有名为“toString”的项目'],
  ['Q1.open()', '第 8 个字符：多出的内容“(”'],
  ['Q1[0]', '第 3 个字符：多出的内容“[”'],
])('%s is refused with its place', (text, message) => {
  expect(answer(text)).toContain(message)
})

test('length and depth are limited', () => {
  expect(answer('(true)'.padEnd(maxLength))).toBe(true)
  expect(answer('true'.padEnd(maxLength + 1))).toContain(`不能超过 ${maxLength} 个字符`)
  expect(answer(`${'('.repeat(maxDepth)}true${')'.repeat(maxDepth)}`)).toBe(true)
  expect(answer(`${'('.repeat(maxDepth + 1)}true${')'.repeat(maxDepth + 1)}`)).toContain('嵌套不能超过')
  expect(answer(`${'!'.repeat(maxDepth + 1)}true`)).toContain('嵌套不能超过')
})

test('names are listed once each', () => {
  const parsed = parseExpression('Q1.open && (PT3.deadVerified || Q1.open) && workType in hazards')
  expect(parsed.ok && namesIn(parsed.expression)).toEqual([
    'Q1.open',
    'PT3.deadVerified',
    'workType',
    'hazards',
  ])
})

test('any text at all is answered, never thrown at the caller, with a place inside the text', () => {
  const pieces = fc.constantFrom(
    '&&',
    '||',
    '!',
    '(',
    ')',
    '==',
    '<',
    'in',
    '[',
    ']',
    ',',
    "'a'",
    '1',
    '-2',
    'Q1.open',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((list) => list.join(' ')),
  )
  fc.assert(
    fc.property(text, (given) => {
      const outcome = evaluateText(given, world)
      if (outcome.ok) return
      expect(outcome.error.at).toBeGreaterThanOrEqual(1)
      expect(outcome.error.at).toBeLessThanOrEqual([...given].length + 1)
      expect(outcome.error.message).toMatch(/^第 \d+ 个字符：/)
    }),
    { numRuns: 2000 },
  )
})

/** Boolean-valued trees over known and unknown names, with what they mean, computed another way. */
type Tree =
  | { is: 'name'; name: string }
  | { is: 'less'; name: string; than: number }
  | { is: 'among'; name: string; list: string[] }
  | { is: 'not'; of: Tree }
  | { is: 'and' | 'or'; parts: Tree[] }

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ is: fc.constant('name' as const), name: fc.constantFrom('a', 'b.c', 'V-1.open') }),
    fc.record({
      is: fc.constant('less' as const),
      name: fc.constantFrom('n', 'm'),
      than: fc.integer({ min: -9, max: 9 }),
    }),
    fc.record({
      is: fc.constant('among' as const),
      name: fc.constantFrom('s', 't'),
      list: fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ is: fc.constant('not' as const), of: tie('tree') }),
    fc.record({
      is: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}))

function written(node: Tree): string {
  switch (node.is) {
    case 'name':
      return node.name
    case 'less':
      return `${node.name} < ${node.than}`
    case 'among':
      return `${node.name} in [${node.list.map((each) => `'${each}'`).join(', ')}]`
    case 'not':
      return `!(${written(node.of)})`
    case 'and':
    case 'or':
      return node.parts.map((part) => `(${written(part)})`).join(node.is === 'and' ? ' && ' : '||')
    default:
      return node satisfies never
  }
}

/** Kleene by rank: false 0, unknown ½, true 1; `&&` is the least, `||` the greatest. */
function meaning(node: Tree, values: ReadonlyMap<string, ExpressionValue>): boolean | null {
  switch (node.is) {
    case 'name': {
      const value = values.get(node.name)
      return typeof value === 'boolean' ? value : null
    }
    case 'less': {
      const value = values.get(node.name)
      return typeof value === 'number' ? value < node.than : null
    }
    case 'among': {
      const value = values.get(node.name)
      return typeof value === 'string' ? node.list.includes(value) : null
    }
    case 'not': {
      const inner = meaning(node.of, values)
      return inner === null ? null : !inner
    }
    case 'and':
    case 'or': {
      const parts = node.parts.map((part) => meaning(part, values))
      const rank = (value: boolean | null) => (value === null ? 0.5 : Number(value))
      const ranks = parts.map(rank)
      const result = node.is === 'and' ? Math.min(...ranks) : Math.max(...ranks)
      return result === 0.5 ? null : result === 1
    }
    default:
      return node satisfies never
  }
}

const maybe = <T extends ExpressionValue>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const values = fc
  .record({
    a: maybe(fc.boolean()),
    'b.c': maybe(fc.boolean()),
    'V-1.open': maybe(fc.boolean()),
    n: maybe(fc.integer({ min: -9, max: 9 })),
    m: maybe(fc.integer({ min: -9, max: 9 })),
    s: maybe(fc.constantFrom('x', 'y', 'z')),
    t: maybe(fc.constantFrom('x', 'y', 'z')),
  })
  .map((record) => context(record))

test('every expression means what Kleene’s tables say, and never throws', () => {
  fc.assert(
    fc.property(tree, values, (node, given) => {
      const text = written(node)
      fc.pre(text.length <= maxLength)
      const parsed = parseExpression(text)
      fc.pre(parsed.ok || !parsed.error.message.includes('嵌套'))
      const outcome = evaluateText(text, given)
      expect(outcome).toMatchObject({ ok: true, value: meaning(node, given) })
    }),
    { numRuns: 1000 },
  )
})

test('what is answered stays answered when an unknown value becomes known: not knowing never satisfies', () => {
  fc.assert(
    fc.property(tree, values, values, (node, given, later) => {
      const text = written(node)
      fc.pre(text.length <= maxLength)
      const parsed = parseExpression(text)
      if (!parsed.ok) return
      const before = settled(parsed.expression, given)
      if (before === null) return
      const known = new Map([...given].map(([name, value]) => [name, value ?? later.get(name) ?? null]))
      expect(settled(parsed.expression, known)).toBe(before)
    }),
    { numRuns: 1000 },
  )
})

function settled(expression: Expression, given: ExpressionContext): boolean | null {
  const outcome = evaluate(expression, given)
  return outcome.ok ? outcome.value : null
}
