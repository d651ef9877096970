import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSessionWorld, type SessionWorld } from './testing/session-world.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await createSessionWorld({ LOGIN_CAPTCHA: 'on' })
})
let doors: SessionWorld
beforeAll(async () => {
  doors = await createSessionWorld()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await doors[Symbol.asyncDispose]()
})

const picture = (key: number, from: string) =>
  world.app.inject({
    method: 'GET',
    url: `${world.ctx.config.apiBase}/sys/randomImage/${key}`,
    remoteAddress: from,
  })

it('a flood of captchas is refused by 429 and 503 with when to come back, and locks no other address out', async () => {
  // One address with more than its share, six that fill the queue together, and one person behind them.
  const flood = [
    ...Array.from({ length: 100 }, (_, n) => picture(n, '10.1.0.1')),
    ...Array.from({ length: 270 }, (_, n) => picture(1_000 + n, `10.1.1.${n % 6}`)),
  ]
  const mine = picture(9_999, '10.2.0.1')
  const own = await mine
  expect(own.json<{ result: string }>().result).toMatch(/^data:image/)
  const answers = await Promise.all(flood)
  const statuses = new Set(answers.map(({ statusCode }) => statusCode))
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 429, 503])
  for (const refused of answers.filter(({ statusCode }) => statusCode !== 200)) {
    expect(refused.headers['retry-after']).toBe('5')
    expect(refused.json<{ message: string }>().message).toMatch(/请稍后再试|请几秒后重试/)
  }
  const { rows } = await world.database.pool.query<{ n: number }>(
    'select count(*)::int as n from login_captcha',
  )
  expect(rows[0]?.n).toBe(answers.filter(({ statusCode }) => statusCode === 200).length + 1)
})

it('a flood of passwords to check is refused by 429 and 503 in words, and the right one of a bystander is checked', async () => {
  await doors.tokenOf('anna')
  // Invented names, each once: no account is locked by them, every one costs a hash.
  const flood = [
    ...Array.from({ length: 130 }, (_, n) => doors.login(`nobody-${n}`, 'Wrong#Pass2026', '10.1.0.1')),
    ...Array.from({ length: 270 }, (_, n) => doors.login(`ghost-${n}`, 'Wrong#Pass2026', `10.1.${n % 6}.2`)),
  ]
  const own = await doors.login('anna', undefined, '10.2.0.1')
  expect(own).toMatchObject({ http: 200, success: true })
  const answers = await Promise.all(flood)
  expect(answers.some(({ success }) => success)).toBe(false)
  const refused = answers.filter(({ http }) => http !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { http, message } of refused) {
    expect([429, 503]).toContain(http)
    expect(message).toMatch(/请稍后再试|请几秒后重试/)
  }
})
