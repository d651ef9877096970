import { externalPersonEndpoints as externals } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cardNumbers } from '../migrations/0183-card-numbers.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'
import { externalPeople } from './index.ts'

let gate: TicketWorld
beforeEach(async () => {
  gate = await createTicketWorld({ features: [{ name: 'external-people', mount: externalPeople }] })
  gate.at('08:00')
})
afterEach(() => gate[Symbol.asyncDispose]())

const card = '11010519491231002X'
const person = { personName: '魏章', company: '承包商癸', trainFrom: '2026-01-01', trainTo: '2027-01-01' }
const base = '/lowork/loExternalPerson'
const rows = async (text: string, values: unknown[] = []) =>
  (await gate.world.database.pool.query(text, values)).rows
const register = (input: object) => gate.call('u12', externals.register, { ...person, ...input })
const blacklist = (id: string, on = true) =>
  gate.take('u12', externals.blacklist, { id, on, reason: '违章动火' })
/** Somebody on the blacklist; returns his line. */
async function barred(input: object = {}): Promise<string> {
  const { externalId } = await gate.take('u12', externals.register, { ...person, ...input })
  await blacklist(externalId)
  return externalId
}
const passes = async () => (await rows(`select 1 from lo_day_pass where revoke_time is null`)).length

describe('somebody on the blacklist is known by his card, however it is written', () => {
  it.each([
    ['as it is', card],
    ['in lower case', '11010519491231002x'],
    ['full width', '１１０１０５１９４９１２３１００２Ｘ'],
    ['with spaces', '110105 19491231 002X'],
    ['with dashes', '110105-19491231－002X'],
    ['with a no-break space and a mark that is not seen', '110105\u00A019491231\u200B002X'],
    ['with a Cyrillic letter', '11010519491231002Х'],
    ['with a Greek letter', '11010519491231002Χ'],
    ['with the sign of multiplication', '11010519491231002×'],
    ['with the letter O for a zero', '11O1O519491231OO2X'],
    ['in the 15 digits of old cards', '110105491231002'],
  ])('%s', async (_way, idNumber) => {
    await barred({ idNumber: card })
    const before = await passes()
    const answer = await register({ personName: '甲某', company: '承包商丙', idNumber })
    expect(answer.success).toBe(false)
    expect(answer.message).toContain('此证件已登记为“魏章”')
    expect(answer.message).toContain('黑名单')
    expect(await passes()).toBe(before)
  })

  it('what is no number is refused, with what is wrong with it', async () => {
    for (const [idNumber, why] of [
      ['110105194912310021', '校验码'],
      ['11010519491331002X', '出生日期'],
      ['1101051949123100', '应为 18 位'],
      ['身份证', '只能由数字和英文字母组成'],
      ['110***********002X', '只能由数字和英文字母组成'],
      ['E12', '太短'],
    ] as const) {
      const answer = await register({ personName: '乙某', idNumber })
      expect([idNumber, answer.success]).toEqual([idNumber, false])
      expect(answer.message).toContain(why)
    }
    expect(await register({ personName: '乙某', idNumber: 'E 1234-5678' })).toMatchObject({ success: true })
    expect(await register({ personName: '丙某', idNumber: 'e12345678' })).toMatchObject({
      message: expect.stringContaining('此证件已登记为“乙某”'),
    })
  })
})

describe('where there is no card, he is known by his name or his telephone', () => {
  it.each([
    ['no card', { idNumber: '' }],
    ['none at all', {}],
    ['another company', { company: '承包商丁' }],
    ['spaces in the name', { personName: ' 魏 章 ' }],
    ['another name with his telephone', { personName: '甲某', company: '承包商丁', phone: '13800000009' }],
  ])('%s', async (_way, input) => {
    await barred({ idNumber: card, phone: '13800000009' })
    const before = await passes()
    const answer = await register(input)
    expect(answer).toMatchObject({ success: false })
    expect(answer.message).toContain('黑名单')
    expect(answer.message).toContain('请录入本人的证件号码')
    expect(await passes()).toBe(before)
    expect(await register({ ...input, idNumber: '310101199001012210' })).toMatchObject({ success: true })
  })

  it('a blacklisted line without a card bars its name and company until somebody with the right has added the card', async () => {
    const id = await barred()
    const other = { idNumber: '310101199001012210' }
    const answer = await register(other)
    expect(answer).toMatchObject({ success: false })
    expect(answer.message).toContain('有黑名单权限的人员')
    expect(await register({ ...other, company: '承包商丁' })).toMatchObject({ success: true })
    const bare = gate.as('u12', { permissions: new Set(['lo:externalPerson:edit']) })
    const added = { id, idNumber: card }
    expect((await bare.post(`${base}/edit`, added)).message).toContain('黑名单')
    expect(await gate.as('u12').post(`${base}/edit`, added)).toMatchObject({ success: true })
    expect(await register({ idNumber: '110101199003070134' })).toMatchObject({
      success: true,
    })
  })

  it('nor does he come in by the page, by being renamed into, or by a line that was there before', async () => {
    const { externalId: twin } = await gate.take('u12', externals.register, person)
    const { externalId: neighbour } = await gate.take('u12', externals.register, {
      ...person,
      personName: '邻居',
    })
    // A second line of his stands there already: whoever blacklists one is told of it.
    const { externalId } = await gate.take('u12', externals.register, { ...person, idNumber: card })
    const listed = await gate.call('u12', externals.blacklist, {
      id: externalId,
      on: true,
      reason: '违章动火',
    })
    expect(listed.message).toContain('没有证件号码的同名登记 1 条')
    const me = gate.as('u12')
    const fresh = { personName: '魏章', company: '承包商戊', source: 2 }
    for (const answer of [
      await me.post(`${base}/add`, fresh),
      await me.post(`${base}/edit`, { id: neighbour, personName: '魏章' }),
      await gate.call('u12', externals.issuePass, { id: twin }),
    ]) {
      expect(answer).toMatchObject({ success: false })
      expect(answer.message).toContain('黑名单')
    }
    expect(await gate.call('u12', externals.issuePass, { id: neighbour })).toMatchObject({ success: true })
  })
})

describe('a line on the blacklist stays as it is', () => {
  it.each([
    ['renamed', { personName: '魏彰' }],
    ['moved to another company', { company: '承包商丁' }],
    ['given another card', { idNumber: '310101199001012210' }],
    ['given another telephone', { phone: '13900000001' }],
  ])('is not %s', async (_way, change) => {
    const id = await barred({ idNumber: card, phone: '13800000009' })
    const answer = await gate.as('u12').post(`${base}/edit`, { id, ...change })
    expect(answer).toMatchObject({ success: false })
    expect(answer.message).toContain('先移出黑名单')
    expect(
      await rows('select person_name, company, phone from lo_external_person where id = $1', [id]),
    ).toEqual([{ person_name: '魏章', company: '承包商癸', phone: '13800000009' }])
    await blacklist(id, false)
    expect(await gate.as('u12').post(`${base}/edit`, { id, ...change })).toMatchObject({ success: true })
  })

  it('is not deleted, alone or among others; its other words may be changed', async () => {
    const id = await barred({ idNumber: card })
    const me = gate.as('u12')
    for (const answer of [
      await me.delete(`${base}/delete`, { id }),
      await me.delete(`${base}/deleteBatch`, { ids: `${id},` }),
    ]) {
      expect(answer).toMatchObject({ success: false })
      expect(answer.message).toContain('先移出黑名单')
    }
    expect(await register({ personName: '甲某', idNumber: card })).toMatchObject({ success: false })
    expect(await me.post(`${base}/edit`, { id, remark: '左手有疤', idNumber: card })).toMatchObject({
      success: true,
    })
    await blacklist(id, false)
    expect(await me.delete(`${base}/delete`, { id })).toMatchObject({ success: true })
  })
})

describe('what stood there before numbers were compared in one way (0183)', () => {
  const line = (id: string, mask: string | null, digest: string | null, black = 0, gone = 0) =>
    rows(
      `insert into lo_external_person (id, person_name, company, id_mask, id_number, black_flag, black_reason, del_flag)
        values ($1, $1, '承包商癸', $2, $3, $4, '旧', $5)`,
      [id, mask, digest, black, gone],
    )

  it('a number whose mask shows that it was written in another way counts as none; plain ones stay', async () => {
    for (const [id, mask] of [
      ['plain', '110***********002X'],
      ['passport', 'E12**5678'],
      ['short', '****78'],
      ['spaced', '110*************002X'],
      ['wide', '１１０***********００２Ｘ'],
      ['cyrillic', '110***********002Х'],
      ['old', '110********1002'],
    ] as const)
      await line(id, mask, `digest of ${id}`)
    await cardNumbers.up(gate.world.ctx.db)
    expect(
      await rows(
        `select id from lo_external_person where id_number like 'digest of %' order by id collate "C"`,
      ),
    ).toEqual([{ id: 'passport' }, { id: 'plain' }, { id: 'short' }])
  })

  it('a line that was deleted on the blacklist comes back, or bars the line that took its card', async () => {
    await line('gone', null, 'digest 1', 1, 1)
    await line('gone-bare', null, null, 1, 1)
    await line('gone-older', null, 'digest 2', 1, 1)
    await line('gone-newer', null, 'digest 2', 1, 1)
    await line('gone-back', null, 'digest 3', 1, 1)
    await line('again', null, 'digest 3')
    await line('gone-only', null, 'digest 4', 0, 1)
    await rows(`insert into lo_day_pass (id, external_id, badge_hash, badge_tail, valid_from, valid_to, issue_by, issue_time)
      values ('pass', 'again', 'hash', 'tail', now(), now() + interval '1 day', 'u12', now())`)
    await cardNumbers.up(gate.world.ctx.db)
    expect(
      await rows(`select id from lo_external_person where black_flag = 1 and del_flag = 0 and company = '承包商癸'
        order by id collate "C"`),
    ).toEqual([{ id: 'again' }, { id: 'gone' }, { id: 'gone-bare' }, { id: 'gone-older' }])
    expect(await rows(`select revoke_time is null as good from lo_day_pass where id = 'pass'`)).toEqual([
      { good: false },
    ])
  })
})
