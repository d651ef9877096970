import {
  labelLayouts,
  labelSizes,
  paperEndpoints as papers,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { eachNth } from '@suoan/platform/testing/at-night'
import { readPdf } from '@suoan/platform/testing/read-pdf'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asDba } from '../testing/as-dba.ts'
import { audit } from '../audit/index.ts'
import { noteBreaks } from '../audit/testing.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'
import { papers as papersFeature } from './index.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'audit', mount: audit },
      { name: 'papers', mount: papersFeature },
    ],
  })
})
afterEach(() => plant[Symbol.asyncDispose]())

const paperOf = (id: string, who = 'u1') => plant.take(who, papers.ticket, { id })
const pdfOf = async (id: string, who = 'u1') =>
  plant.as(who).raw('GET', papers.ticketPdf.path, { query: { id } })

/** The check page behind the QR, opened by somebody without an account. */
const pathOf = (address: string) => new URL(address).pathname.replace(plant.world.ctx.config.apiBase, '')
const check = async (address: string) => {
  const answer = await plant.world.anonymous.raw('GET', pathOf(address))
  return { status: answer.statusCode, headers: answer.headers, page: answer.body }
}
const addressOf = async (id: string) => (await paperOf(id)).code?.text ?? ''
const messageOf = (answer: { json(): unknown }) => (answer.json() as { message: string }).message
const verdictOf = (page: string) => /<div class="verdict (\w+)"[^>]*>([^<]*)</.exec(page)?.slice(1)

describe('a ticket on paper', () => {
  it('says as PDF what the page to print says: head, people, points, measures, gas, signatures, steps, pages', async () => {
    const id = await carryOut(plant, 'working')
    const answer = await pdfOf(id)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['cache-control']).toContain('no-store')
    const { pages, text } = await readPdf(answer.rawPayload)
    expect(pages.length).toBeGreaterThanOrEqual(2)
    pages.forEach((page, index) => expect(page).toContain(`第${index + 1}页/共${pages.length}页`))
    const { ticket, points, people } = await plant.detail(id)
    for (const said of [ticket.workNo, ticket.workName, ...points.map((row) => row.pointCode)])
      expect(text).toContain(said.replaceAll(/\s/g, ''))
    for (const person of people) expect(text).toContain(person.name)
    for (const heading of ['隔离点', '安全措施', '气体检测', '审核与审批', '签名', '操作记录'])
      expect(text).toContain(heading)
    // What happened, in the words of the timeline.
    for (const step of ['隔离点上锁', '零能量验证', '开工']) expect(text).toContain(step)
    // Only the letters that are used travel with it: the font alone is ten megabytes.
    expect(answer.rawPayload.length).toBeLessThan(400_000)
    // Names, and nothing else of people.
    const phones = people.flatMap((row) => [row.phone, row.userPhone]).filter((phone) => phone)
    for (const phone of phones) expect(text).not.toContain(phone)
  })

  it('of another tenant, or of nobody who may see it, does not exist', async () => {
    const id = await carryOut(plant, 'working')
    const stranger = plant.as('u12', { tenantId: 9 })
    const none = await stranger.raw('GET', papers.ticketPdf.path, { query: { id: 'nothing' } })
    const foreign = await stranger.raw('GET', papers.ticketPdf.path, { query: { id } })
    expect(foreign.statusCode).not.toBe(200)
    expect([foreign.statusCode, messageOf(foreign)]).toEqual([none.statusCode, messageOf(none)])
    expect(await stranger.get(papers.ticket.path, { id })).toMatchObject({ success: false })
    const nobody = plant.as('u13', { permissions: new Set(['lo:work:list']), orgCode: '', orgCodes: [] })
    const unseen = await nobody.raw('GET', papers.ticketPdf.path, { query: { id } })
    expect(messageOf(unseen)).toBe(messageOf(none))
    const rows = await plant.world.database.pool.query(
      `select log_content from sys_log where log_content like '打印：%'`,
    )
    expect(rows.rows).toEqual([])
  })

  it('is stamped while it is a draft, with long texts and many points whole', async () => {
    const content = '更换机械密封，拆除联轴器护罩。'.repeat(60).slice(0, 999)
    const id = await plant.draft({ content })
    const paper = await paperOf(id)
    expect(paper.stamp).toBe('草稿')
    const { text } = await readPdf((await pdfOf(id)).rawPayload)
    expect(text).toContain('此票尚未批准，不得据此作业。')
    expect(text.split('拆除联轴器护罩').length - 1).toBeGreaterThan(50)
  })

  it('has the hash of its content, which changes with the content and not with a second look', async () => {
    const id = await plant.draft()
    const first = await addressOf(id)
    expect(await addressOf(id)).toBe(first)
    const { ticket } = await plant.detail(id)
    await plant.world.database.pool.query(
      `update lo_work set content = content || '，并清洗泵壳' where id = $1`,
      [id],
    )
    expect(await addressOf(id)).not.toBe(first)
    expect(ticket.workStatus).toBe(0)
  })
})

describe('the page behind the QR', () => {
  it('tells anybody number, state, hash, chain and names, and nothing else', async () => {
    const id = await carryOut(plant, 'working')
    const { status, headers, page } = await check(await addressOf(id))
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-robots-tag']).toContain('noindex')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(verdictOf(page)).toEqual(['good', '此纸与系统一致：正在作业'])
    const { ticket, points } = await plant.detail(id)
    for (const said of [ticket.workNo, ticket.leaderName, ticket.applicantName, '执行中', '校验通过'])
      expect(page).toContain(said)
    const secret = [
      ticket.workName,
      ticket.content,
      ticket.place,
      ticket.areaName,
      ...points.map((row) => row.pointName),
    ]
    for (const text of secret) expect(page).not.toContain(text)
    expect(page).not.toContain(id)
  })

  it('says at once that the ticket is interrupted, has changed, or is void', async () => {
    const id = await carryOut(plant, 'working')
    const address = await addressOf(id)
    await plant.take('u12', tickets.stop, { workId: id, reason: '核对' })
    expect(verdictOf((await check(address)).page)).toEqual(['bad', expect.stringContaining('已中断')])
    const draft = await plant.draft()
    const ofDraft = await addressOf(draft)
    expect(verdictOf((await check(ofDraft)).page)).toEqual(['bad', expect.stringContaining('尚未批准')])
    await plant.world.database.pool.query(`update lo_work set void_flag = 1 where id = $1`, [draft])
    expect(verdictOf((await check(ofDraft)).page)).toEqual(['bad', expect.stringContaining('已作废')])
  })

  it('says that the content has changed since, and shows both hashes', async () => {
    const changed = await carryOut(plant, 'approved')
    const before = await addressOf(changed)
    expect(verdictOf((await check(before)).page)?.[0]).toBe('good')
    await plant.world.database.pool.query(`update lo_work set place = '别处' where id = $1`, [changed])
    const { page } = await check(before)
    expect(verdictOf(page)).toEqual(['bad', expect.stringContaining('此纸作废')])
    expect(page).toContain('与纸面不同')
  })

  it('A11: a chain that does not verify is said on the page and raises its alarm', async () => {
    const id = await carryOut(plant, 'working')
    const address = await addressOf(id)
    const announced = noteBreaks(plant.world.ctx)
    await asDba(
      plant.world.database.pool,
      `update lo_work_trans set actor_name = '别人' where work_id = '${id}' and seq = 4`,
    )
    const { page } = await check(address)
    expect(verdictOf(page)).toEqual(['bad', expect.stringContaining('记录链校验不通过')])
    await plant.world.settled()
    expect(announced).toEqual([`work ${id}`])
  })

  it('a code that is on no paper finds nothing, whatever it is', async () => {
    const address = await addressOf(await plant.draft())
    const wrong = `${address.slice(0, -3)}AAA`
    const pages = new Set<string>()
    for (const code of ["a' or 1=1--", 'x'.repeat(90), '%00', '%F0%9F%94%92', '<script>'])
      for (const asked of [wrong, `${address}x`, address.replace(/[^/]+$/, encodeURI(code))]) {
        const { status, page, headers } = await check(asked)
        expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
        pages.add(page)
      }
    // One page for all: it says nothing about how near a guess was.
    expect([...pages]).toEqual([expect.stringContaining('查不到这张纸')])
    // 128 random bits.
    expect(address.split('/').at(-1)).toMatch(/^[\w-]{22}$/)
  })

  it('is asked thirty times a minute by one address, and no more', async () => {
    const address = await addressOf(await plant.draft())
    plant.world.clock.set(plant.world.clock.now() + 120_000)
    for (let n = 0; n < 30; n += 1) expect((await check(address)).status).toBe(200)
    const { status, headers, page } = await check(address)
    expect([status, headers['retry-after'], headers['content-type']]).toEqual([
      429,
      '60',
      'text/html; charset=utf-8',
    ])
    expect(verdictOf(page)).toEqual(['bad', expect.stringContaining('过于频繁')])
  })

  it('is asked no more often by somebody who has a whole network of addresses', async () => {
    const address = await addressOf(await plant.draft())
    const ask = (n: number) =>
      plant.world.anonymous.raw('GET', pathOf(address), { remoteAddress: `2001:db8:7:7::${n}` })
    for (let n = 1; n <= 30; n += 1) expect((await ask(n)).statusCode).toBe(200)
    expect((await ask(31)).statusCode).toBe(429)
    const other = await plant.world.anonymous.raw('GET', pathOf(address), { remoteAddress: '2001:db8:8::1' })
    expect(other.statusCode).toBe(200)
  })

  it('is there for whoever holds a paper while many others guess codes', async () => {
    const address = await addressOf(await plant.draft())
    const guess = pathOf(address).replace(/[^/]+$/, 'A'.repeat(22))
    for (let n = 0; n < 25; n += 1)
      for (let m = 0; m < 25; m += 1)
        await plant.world.anonymous.raw('GET', guess, { remoteAddress: `10.0.${n}.1` })
    expect((await check(address)).status).toBe(200)
  })

  it('says that the time is over at the minute it is, also where nothing has written that down yet', async () => {
    const id = await carryOut(plant, 'working')
    const address = await addressOf(id)
    const { ticket } = await plant.detail(id)
    plant.at((ticket.validEnd ?? ticket.planEnd).slice(11, 16))
    expect((await plant.detail(id)).ticket.workStatus).toBe(ticket.workStatus)
    expect(verdictOf((await check(address)).page)).toEqual(['bad', expect.stringContaining('有效期已过')])
  })

  it('shows names as text, whatever stands in them, and cannot be framed, stored or made to send anything', async () => {
    const id = await carryOut(plant, 'working')
    const address = await addressOf(id)
    await plant.world.database.pool.query(
      `update sys_user set realname = $1 where id = (select leader_id from lo_work where id = $2)`,
      [`<img src=x onerror=alert(1)>"'&\u202e`, id],
    )
    const { page, headers } = await check(address)
    expect(page).not.toContain('<img')
    expect(page).toContain(`<bdi>&lt;img src=x onerror=alert(1)&gt;&quot;'&amp;\u202e</bdi>`)
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toMatch(
      /base-uri 'none'; form-action 'none'; frame-ancestors 'none'/,
    )
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['etag'] ?? headers['last-modified']).toBeUndefined()
  })

  it('of a deleted draft says so, with its number and without a name', async () => {
    const id = await plant.draft()
    const address = await addressOf(id)
    const { ticket } = await plant.detail(id)
    await plant.take('u1', tickets.remove, { workId: id })
    const { page } = await check(address)
    expect(verdictOf(page)).toEqual(['bad', expect.stringContaining('已删除')])
    expect(page).not.toContain(ticket.applicantName)
  })
})

describe('tags', () => {
  const tagRows = async (id: string) =>
    (
      await plant.world.database.pool.query<{ point_id: string; state: number; print_by: string | null }>(
        `select point_id, state, print_by from lo_work_tag where work_id = $1 order by point_id`,
        [id],
      )
    ).rows

  it('come as PDF with the person, the point and the lock, and an approval or a download prints none of them', async () => {
    const id = await carryOut(plant, 'approved')
    const answer = await plant.as('u9').raw('GET', papers.tagsPdf.path, { query: { id } })
    const { pages, text } = await readPdf(answer.rawPayload)
    expect(pages).toHaveLength(1)
    expect(text.split('禁止操作有人工作').length - 1).toBe(3)
    const { points, ticket } = await plant.detail(id)
    for (const { pointCode, tagNumber, plannedLockCode } of points.filter((row) => !row.isDrain))
      for (const said of [pointCode, tagNumber, plannedLockCode, ticket.workNo]) expect(text).toContain(said)
    expect((await tagRows(id)).map(({ state, print_by: by }) => [state, by])).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ])
  })

  it('are printed when somebody says so: his name and the time stand on them and in the chain', async () => {
    const id = await carryOut(plant, 'approved')
    plant.at('08:25')
    const asked = { workId: id, pointIds: ['demo-pt1', 'demo-pt2'] }
    await plant.take('u9', papers.tagPrint, asked)
    expect((await tagRows(id)).map(({ state, print_by: by }) => [state, by])).toEqual([
      [1, 'u9'],
      [1, 'u9'],
      [0, null],
    ])
    const last = (await plant.take('u1', tickets.timeline, { id })).at(-1)
    expect(last).toMatchObject({ actorId: 'u9', diff: { note: 'tagPrint', pointIds: asked.pointIds } })
    expect((await plant.detail(id)).points.map((row) => row.tagState)).toContain(1)
    expect((await plant.call('u9', papers.tagPrint, { workId: id, pointIds: ['other'] })).message).toContain(
      '不属于本票',
    )
  })

  it('T23: a kind of work that wants them printed hangs none before; others write on tags of plastic', async () => {
    await plant.world.database.pool.query('update lo_work_type set tag_print_required = 1')
    const id = await carryOut(plant, 'isolating')
    const point = { workId: id, pointId: 'demo-pt1' }
    await plant.take('u9', tickets.pointOperate, { ...point, proof: { qr: 'PT1' } })
    await plant.locks.closes('LK1')
    await plant.take('u9', tickets.pointLock, { ...point, lockId: 'demo-lk1' })
    expect((await plant.call('u9', tickets.pointTag, point)).message).toContain('标牌未打印')
    await plant.take('u9', papers.tagPrint, { workId: id, pointIds: ['demo-pt1'] })
    await plant.take('u9', tickets.pointTag, point)
    expect((await tagRows(id))[0]).toMatchObject({ state: 2, print_by: 'u9' })
  })

  it('are not printed of a ticket that nobody has approved', async () => {
    const id = await plant.draft()
    expect((await plant.as('u1').get(papers.tagsPdf.path, { id })).message).toContain('批准以后')
  })

  it('stand in the isolation list with what is to be done at each point', async () => {
    const id = await carryOut(plant, 'approved')
    const answer = await plant.as('u9').raw('GET', papers.isolationPdf.path, { query: { id } })
    const { text } = await readPdf(answer.rawPayload)
    const { points } = await plant.detail(id)
    for (const { pointCode, pointName } of points) {
      expect(text).toContain(pointCode)
      expect(text).toContain(pointName.replaceAll(/\s/g, ''))
    }
  })
})

describe('labels', () => {
  const ids = ['demo-lk1', 'demo-lk2', 'demo-lk3']
  const sheet = (body: object, who = 'u1') =>
    plant.as(who).raw('POST', papers.labelsPdf.path, { body: { kind: 'LOCK', ids, size: '70x37', ...body } })

  it.each(eachNth([...labelSizes], 3))(
    'of %s stand on their sheet, used places left free, as many pages as it needs',
    async (size) => {
      const layout = labelLayouts[size]
      const skip = layout.across * layout.down - 1
      const { pages, text } = await readPdf((await sheet({ size, skip: Math.min(skip, 64) })).rawPayload)
      expect(pages).toHaveLength(2)
      for (const code of ['LK1', 'LK2', 'LK3']) expect(text).toContain(code)
    },
  )

  it('carry the code of the thing, and never what shows that somebody stands there', async () => {
    const points = await sheet({ kind: 'POINT', ids: ['demo-pt1'], codeKind: 'code128', size: '99x38' })
    const { text } = await readPdf(points.rawPayload)
    expect(text).toContain('Q1')
    expect(text).not.toContain('NFC-PT1')
    const areas = await sheet({ kind: 'AREA', ids: ['demo-a01'], size: '99x68' })
    expect((await readPdf(areas.rawPayload)).text).toContain('A01')
  })

  it('of rows that the list does not show, of none, or of too many are refused', async () => {
    const none = await sheet({ ids: ['demo-lk1', 'nothing'] })
    expect(none.statusCode).not.toBe(200)
    expect((await sheet({ ids: [] })).json()).toMatchObject({ message: expect.stringContaining('请选择') })
    const stranger = plant.as('u1', { tenantId: 9 })
    const foreign = await stranger.raw('POST', papers.labelsPdf.path, {
      body: { kind: 'LOCK', ids, size: '70x37' },
    })
    expect(messageOf(foreign)).toBe(messageOf(none))
    const without = plant.as('u1', { permissions: new Set<string>() })
    const denied = await without.raw('POST', papers.labelsPdf.path, {
      body: { kind: 'LOCK', ids, size: '70x37' },
    })
    expect(denied.json()).toMatchObject({ success: false })
  })
})

describe('the permit board on paper', () => {
  it('lists what is under way with its people and points, and nothing of another tenant', async () => {
    const id = await carryOut(plant, 'working')
    const { ticket } = await plant.detail(id)
    const { text } = await readPdf((await plant.as('u12').raw('GET', papers.boardPdf.path)).rawPayload)
    for (const said of [ticket.workNo, ticket.workName, 'LK1', 'Q1'])
      expect(text).toContain(said.replaceAll(/\s/g, ''))
    const foreign = await plant.as('u12', { tenantId: 9 }).raw('GET', papers.boardPdf.path)
    expect((await readPdf(foreign.rawPayload)).text).not.toContain(ticket.workNo)
  })
})
