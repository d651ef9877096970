import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeOf } from './index.ts'
import { named, type PatternName } from './named.ts'
import { stepsOf } from './testing/steps.ts'

const names = Object.keys(named).filter((name): name is PatternName => Object.hasOwn(named, name))

describe('named patterns (2-data-entry.md §5)', () => {
  const examples: Record<PatternName, { yes: string[]; no: string[] }> = {
    'n6-16': {
      yes: ['123456', '1234567890123456'],
      no: ['12345', '12345678901234567', '12345a', '123456\n', '１２３４５６'],
    },
    '*6-16': { yes: ['阀门 #1！', 'abcdef', '👷👷👷👷👷👷', 'abc\ndef'], no: ['abcde', 'a'.repeat(17)] },
    's6-18': { yes: ['abcDEF', 'a'.repeat(18)], no: ['abcde', 'a'.repeat(19), 'abcde1', 'abc|def'] },
    '*': { yes: ['0', ' a'], no: ['', ' ', '\t\n\u3000'] },
    url: {
      yes: [
        'http://example.com',
        'HTTPS://例子.中国/路径?q=1#x',
        'ftp://10.0.0.1:21/a',
        'http://server/',
        'http://[::1]:8080/',
        'https://a-b.c_d.com.',
      ],
      no: [
        'example.com',
        'javascript:alert(1)',
        'http://',
        'http://a b',
        'http://a..b',
        'http://.a',
        'x http://a.com',
        'http://u:p@host/',
      ],
    },
    e: {
      yes: ['a@b.cn', 'first.last+tag@mail.example.com'],
      no: ['a@b', 'a@@b.cn', 'a@b..cn', '@b.cn', 'a b@c.cn', 'a@b.cn.'],
    },
    m: {
      yes: ['13812345678', '19900000000'],
      no: ['12812345678', '1381234567', '138123456789', '+8613812345678'],
    },
    p: { yes: ['310000', '010000'], no: ['31000', '3100000', '31000a'] },
    s: { yes: ['a', 'AbC'], no: ['', 'a1', 'é', 'a b'] },
    n: { yes: ['0', '-1', '1.50', '007'], no: ['', '-', '1.', '.5', '1e5', '1,000', '+1', '--1', 'NaN'] },
    z: { yes: ['0', '-12', '007'], no: ['1.0', '-', '1 ', '+1'] },
    money: {
      yes: ['0', '0.1', '0.01', '1', '10.5', '1.12345', '1000000'],
      no: ['0.001', '1.123456', '01', '01.5', '-1', '1.', '.5', '1,000'],
    },
    natural: { yes: ['0', '1', '10'], no: ['-1', '01', '1.0', ''] },
    letters: { yes: ['abc'], no: ['abc1', '汉'] },
    landline: {
      yes: ['88888888', '0571-88888888', '057188888888', '(010)88888888', '010-8888888-123'],
      no: ['0571-08888888', '13812345678', '571-88888888', '0571--88888888'],
    },
    bankCard: {
      yes: ['6222020200112233', '1234567890', '1'.repeat(20)],
      no: ['123456789', '1'.repeat(21), '6222 0202 0011 2233'],
    },
    idNumber: { yes: ['E12345678', 'a'.repeat(50)], no: ['a'.repeat(51), 'E-1', ''] },
    idCard: { yes: ['11010519491231002X'], no: ['110105194912310021', '110105491231002'] },
    qq: { yes: ['10000', '123456789012'], no: ['1000', '01234', '1234567890123'] },
    http: { yes: ['http://example.com', 'https://a.cn/x'], no: ['ftp://a.cn', 'a.cn'] },
    alnum20: { yes: ['a1', 'a'.repeat(20)], no: ['a'.repeat(21), 'a-1', ''] },
    'words2-100': {
      yes: ['张三', 'Li Si', '𠮷野', '汉'.repeat(100)],
      no: ['张', '汉'.repeat(101), '张3', '张\n三'],
    },
    digitLines: { yes: ['1', '12\n34\r\n56'], no: ['', '1 2', '1a'] },
    text255: { yes: ['', 'x\ny', '👷'.repeat(255)], no: ['a'.repeat(256)] },
  }

  it.each(names.flatMap((name) => examples[name].yes.map((text) => [name, text] as const)))(
    '%s takes %j',
    (name, text) => expect(named[name].test(text)).toBe(true),
  )

  it.each(names.flatMap((name) => examples[name].no.map((text) => [name, text] as const)))(
    '%s refuses %j',
    (name, text) => expect(named[name].test(text)).toBe(false),
  )

  it('each has a message in Chinese', () => {
    for (const name of names) expect(named[name].message).toMatch(/\p{Script=Han}{3}/u)
  })

  it('every whole number is a number and an integer, every amount is a number', () => {
    fc.assert(fc.property(fc.bigInt(), (value) => named.n.test(`${value}`) && named.z.test(`${value}`)))
    fc.assert(fc.property(fc.stringMatching(named.money.expression), (text) => named.n.test(text)))
  })
})

describe('time of the named patterns', () => {
  /** Texts that nearly fit, in every part that an expression repeats. */
  const hostile = (length: number): string[] => {
    const fill = (part: string) => part.repeat(length / part.length)
    return [
      ...['a', '1', '0', ' ', '\n', '\u3000', '汉', '.', '@', '-'].flatMap((part) => [
        fill(part),
        `${fill(part)}!`,
      ]),
      ...['1\n', 'a.', '1.', '-.', 'a@', '.a', '0-'].map((part) => `${fill(part)}!\0`),
      `a@${fill('.')}@`,
      `a@${fill('a.')}@`,
      `a@${fill('a')}.${fill('a')} `,
      `${fill('a')}@${fill('a')}`,
      `http://${fill('a')} `,
      `http://${fill('a.')}! `,
      `http://${fill('.')} `,
      `http://a/${fill('/?#')} `,
      `http://[${fill(':')}`,
      `http://a:${fill('1')}`,
      `-${fill('1')}.${fill('1')}x`,
      `1.${fill('1')}x`,
      `0571-${fill('8')}`,
    ]
  }
  /** Characters looked at where the text is twice as long, over those of the text; the worst of the hostile ones. */
  const growth = (expression: RegExp): number => {
    const [once, twice] = [hostile(240), hostile(480)]
    return Math.max(
      ...once.map((text, n) => stepsOf(expression, twice[n] ?? '') / (stepsOf(expression, text) + 20)),
    )
  }

  it.each(names)('%s looks at twice as many characters of a text twice as long', (name) =>
    expect(growth(named[name].expression)).toBeLessThanOrEqual(2),
  )

  it.each(names)('%s answers to hostile texts of 50 kB', (name) => {
    for (const text of hostile(50_000)) expect(typeof named[name].test(text)).toBe('boolean')
  })

  it('the counter sees an expression that is not linear', () => {
    expect(growth(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)).toBeGreaterThan(3)
    expect(growth(/^\d+\d+$/)).toBeGreaterThan(3)
  })

  it('the counter agrees with the engine on what it counts', () => {
    expect(stepsOf(/^a+$/, 'aaaa')).toBe(5)
    expect(stepsOf(/\S/, '   a')).toBe(4)
  })
})

describe('judgeOf', () => {
  const answers = (pattern: string | RegExp, ...texts: string[]): boolean[] | string => {
    const judge = judgeOf(pattern)
    return 'objection' in judge ? judge.objection : texts.map((text) => judge.test(text))
  }

  it('takes a name before an expression', () => {
    expect(answers('e', 'e', 'a@b.cn')).toEqual([false, true])
    expect(answers('m', 'm', '13812345678')).toEqual([false, true])
  })

  it.each(['^[A-Z]{2}$', '/^[A-Z]{2}$/', /^[A-Z]{2}$/])('compiles the expression %s', (pattern) =>
    expect(answers(pattern, 'AB', 'ab', 'ABC')).toEqual([true, false, false]),
  )

  it('keeps the flags of an expression, but no state between two questions', () => {
    expect(answers(/a/g, 'a', 'a', 'a')).toEqual([true, true, true])
    expect(answers('/a/gy', 'a', 'ba', 'a')).toEqual([true, true, true])
    expect(answers('/^a$/i', 'A')).toEqual([true])
  })

  it.each(['(', '[a', 'a{2,1}', '/(/', '/a/uv', '*a', '+'])('%s does not compile, and says so', (pattern) =>
    expect(answers(pattern)).toMatch(/./),
  )

  it.each(['constructor', 'toString', '__proto__'])('%s is an expression, no inherited name', (pattern) =>
    expect(answers(pattern, pattern, 'x')).toEqual([true, false]),
  )

  it('answers to any text without an exception', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (pattern, text) => void answers(pattern, text)))
  })
})
