import { createHash } from 'node:crypto'
import { createPublicKey, verify } from 'node:crypto'
import { offlineEndpoints as offline, workTicketEndpoints as tickets } from '@suoan/contract'
import { canonicalJson } from '@suoan/domain/evidence-chain'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut, steps } from '../testing/carry-out.ts'
import { closeCauses } from '../testing/close-causes.ts'
import { demoDraft, moment } from '../testing/demo-draft.ts'
import { recordEvents } from '../../lock-records/index.ts'
import { eventFrom } from '../../lock-records/testing.ts'
import { picture } from '../testing/picture.ts'
import { sessionRows } from '../testing/opening-world.ts'
import { createTicketWorld, type TicketWorld } from '../testing/ticket-world.ts'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { verifyTicketChain } from '../testing/verify-ticket-chain.ts'
import { takeAlong, type Phone } from './testing.ts'
import { tokenKey } from './token-key.ts'
import { endUnfitTokens } from '../unfit-tokens.ts'
import { endsWell } from '../testing/ends-well.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ prepare: sessionRows(['u6', 'u7', 'u9']) })
})
afterEach(() => plant[Symbol.asyncDispose]())

const one = async (text: string) => (await plant.world.database.pool.query(text)).rows[0]
const upload = async (who: string, phone: Phone, ops = phone.kept, more: object = {}) =>
  (await plant.take(who, offline.syncOps, { deviceId: phone.deviceId, ops, ...more })).results
const results = (answers: readonly { result: string }[]) => answers.map(({ result }) => result)

/** SC17: LK5, a passive lock with the smart key K1, hangs on PT2. */
const withPassiveLock = () =>
  plant.draft({
    points: (demoDraft().points ?? []).map((point) =>
      point.pointId === 'demo-pt2' ? { ...point, plannedLockId: 'demo-lk5' } : point,
    ),
  })

describe('SC17: isolating without a network', () => {
  it('refuses the start while the phone is out, takes its operations in order, and waits for the witness of LK5', async () => {
    const id = await carryOut(plant, 'isolating', await withPassiveLock())
    const phone = await takeAlong(plant, 'u9', id)
    const guardPhone = await takeAlong(plant, 'u8', id)
    expect(phone.capsule.expireAt - phone.capsule.issuedAt).toBe(8 * 3_600_000)
    expect(phone.capsule.ticket.points).toHaveLength(4)

    plant.at('08:40')
    const at = (n: number) => ({ pointId: `demo-pt${n}` })
    phone.does('pointOperate', { ...at(1), proof: { qr: 'PT1' } })
    await plant.locks.closes('LK1')
    phone.does('pointLock', { ...at(1), lockId: 'demo-lk1' })
    phone.does('pointTag', at(1))
    plant.at('08:50')
    // The phone knows the picture by its digest; it goes up before the operations that name it.
    const shown = picture({ seed: 'the shut lock' })
    phone.does('pointOperate', { ...at(2), proof: { qr: 'PT2' } })
    phone.does('pointLock', {
      ...at(2),
      lockId: 'demo-lk5',
      proof: { photo: `sha256:${createHash('sha256').update(shown).digest('hex')}` },
    })
    phone.does('pointTag', at(2))
    phone.does('pointOperate', { ...at(3), proof: { qr: 'PT3' } })
    await plant.locks.closes('LK3')
    phone.does('pointLock', { ...at(3), lockId: 'demo-lk3' })
    phone.does('pointTag', at(3))
    phone.does('pointOperate', { ...at(4), proof: { qr: 'PT4' }, residualDone: 1 })

    // Nobody at the console knows of any of it; the leader is refused, by state now and by G27 whatever else was true.
    plant.at('09:20')
    expect(await plant.call('u5', tickets.start, { workId: id })).toMatchObject({ success: false })
    plant.at('09:40')
    guardPhone.does('stop', { reason: '看到泄漏' })

    plant.at('10:00')
    for (const lock of ['LK1', 'LK3']) await plant.locks.confirms(lock)
    await plant.photo('u9', shown)
    const first = await upload('u9', phone)
    expect(results(first)).toEqual(Array.from({ length: 10 }, () => 'applied'))
    expect(await plant.state(id)).toBe('4/10')
    expect(await one(`select lock_status, state_trust from lo_lock where id = 'demo-lk5'`)).toEqual({
      lock_status: 1,
      state_trust: 3,
    })
    expect(results(await upload('u8', guardPhone))).toEqual(['late-safe'])

    const again = await upload('u9', phone)
    expect(again).toEqual(first.map((each) => ({ ...each, repeated: true })))

    // The closure is a claim until a second person has seen it, under his own name …
    expect(await plant.take('u10', tickets.pointWitness, { workId: id, ...at(2) })).toMatchObject({
      execPhase: 11,
    })
    // The stop that the guardian's phone brought is answered for first (T33).
    await closeCauses(plant, id)
    expect((await plant.call('u5', tickets.start, { workId: id })).message).toContain('未验证')
    // … or until the key that shut it has told: then the device's word stands.
    const told = { type: 'CLOSE', ts: moment('08:50'), hist: true, after: { latch: 1, shackle: 1 } } as const
    await recordEvents(plant.world.ctx, [
      eventFrom('LK5', { seq: 1, ts: moment('10:01'), parentSn: 'K1' }, told),
    ])
    expect(await one(`select lock_status, state_trust from lo_lock where id = 'demo-lk5'`)).toEqual({
      lock_status: 1,
      state_trust: 1,
    })
    const trail = await plant.world.database.pool.query(
      `select diff -> 'offline' ->> 'hlc' as hlc from lo_work_trans where work_id = $1 and diff ? 'offline' order by seq`,
      [id],
    )
    const stamps = trail.rows.map((row: { hlc: string }) => row.hlc)
    expect(stamps.slice(0, 10)).toEqual(stamps.slice(0, 10).toSorted())
    const chain = await plant.world.ctx.db.transaction().execute((tx) => verifyTicketChain(tx, id))
    expect(chain.ok).toBe(true)
    await endsWell(plant, id)
  })

  it('G27: the start names whose phone is out; its signed return, or two supervisors with a reason, let it pass', async () => {
    const id = await carryOut(plant, 'isolating')
    const phone = await takeAlong(plant, 'u9', id)
    for (const step of ['locked', 'verified', 'ready'] as const) await steps[step](plant, id)
    plant.at('09:00')
    const refused = await plant.call('u5', tickets.start, { workId: id })
    expect(refused).toMatchObject({ success: false })
    expect(refused.message).toContain('郑隔')
    await upload('u9', phone, [], { pending: 3 })
    expect((await plant.call('u5', tickets.start, { workId: id })).message).toContain('3 项')

    const says = { workId: id, reason: '已电话核实手机内无操作' }
    expect(await plant.call('u5', offline.unsyncedOverride, says)).toMatchObject({ success: false })
    await plant.take('u4', offline.unsyncedOverride, says)
    await plant.take('u12', offline.unsyncedOverride, { ...says, reason: '安全员已当面核对' })
    expect(await plant.take('u5', tickets.start, { workId: id })).toMatchObject({ transId: 'ASK' })
    // A capsule taken after the word of the supervisor is news again.
    const second = await takeAlong(plant, 'u10', id)
    expect((await plant.call('u4', tickets.start, { workId: id })).message).toContain('冯验')
    await upload('u10', second, [], { returns: [second.givesBack()] })
    expect(await plant.take('u4', tickets.start, { workId: id })).toMatchObject({ transId: 'T27' })
  })

  it('G27: only the terminal that holds the capsule says that nothing is pending; a browser of its owner does not', async () => {
    const id = await carryOut(plant, 'isolating')
    const phone = await takeAlong(plant, 'u9', id)
    for (const step of ['locked', 'verified', 'ready'] as const) await steps[step](plant, id)
    plant.at('09:00')
    const start = async () => (await plant.call('u5', tickets.start, { workId: id })).message
    const outstanding = async () => (await plant.detail(id)).unsynced.texts.join()
    const says = (more: object) =>
      plant.call('u9', offline.syncOps, { deviceId: phone.deviceId, ops: [], pending: 0, ...more })
    for (const more of [{ returned: true }, { pending: 0 }, { returned: true, pending: 0 }]) {
      expect(await says(more)).toMatchObject({ success: true })
      expect(await start()).toContain('尚未同步')
    }
    // Signed by another key, or of another moment of the chain: no word of this terminal.
    const other = await takeAlong(plant, 'u10', id)
    await says({ returns: [{ ...phone.givesBack(), sig: other.givesBack().sig }] })
    expect(await outstanding()).toContain('郑隔')
    const early = phone.givesBack()
    const stop = phone.does('stop', { reason: '停' })
    await says({ returns: [phone.givesBack()] })
    expect(await outstanding()).toContain('郑隔')
    await upload('u9', phone, [stop])
    await says({ returns: [early] })
    expect(await outstanding()).toContain('郑隔')
    // Whoever has network carries the terminal's word.
    await plant.take('u10', offline.syncOps, {
      deviceId: other.deviceId,
      returns: [phone.givesBack(), other.givesBack()],
    })
    expect(await outstanding()).toBe('')
  })

  it('G27: a terminal that cannot speak any more is declared lost by two people, with a reason each', async () => {
    const id = await carryOut(plant, 'isolating')
    await takeAlong(plant, 'u9', id)
    for (const step of ['locked', 'verified', 'ready'] as const) await steps[step](plant, id)
    plant.at('09:00')
    const start = () => plant.call('u5', tickets.start, { workId: id })
    const says = { workId: id, reason: '手机落水，已当面核对无操作' }
    await plant.take('u4', offline.unsyncedOverride, says)
    expect((await start()).message).toContain('尚未同步')
    // The same person again is no second one.
    await plant.take('u4', offline.unsyncedOverride, says)
    expect((await start()).message).toContain('尚未同步')
    await plant.take('u12', offline.unsyncedOverride, { workId: id, reason: '安全员当面核对终端' })
    expect(await start()).toMatchObject({ result: { transId: 'ASK' } })
    const detail = await plant.detail(id)
    expect(detail.unsynced.override).toContain('手机落水')
    expect(detail.unsynced.override).toContain('安全员当面核对终端')
  })

  it('G12: a proof written down before the lock was shut does not become later by arriving later', async () => {
    const id = await carryOut(plant, 'isolating')
    const phone = await takeAlong(plant, 'u10', id)
    plant.at('08:35')
    const early = phone.does('pointVerify', {
      pointId: 'demo-pt1',
      verifyMethod: '2',
      verifyValue: '0',
      verifyUnit: 'V',
      verifyResult: 1,
    })
    await steps.locked(plant, id)
    plant.at('08:58')
    const [answer] = await upload('u10', phone, [early])
    expect(answer).toMatchObject({ result: 'rejected' })
    expect(answer?.reason).toContain('又已操作或上锁')
  })
})

describe('what may not happen without the server', () => {
  it('energising without a token, approving, entering: refused, alarmed, and a person who went in is counted', async () => {
    const id = await carryOut(plant, 'working')
    const phone = await takeAlong(plant, 'u6', id)
    plant.at('09:30')
    phone.does('start', {})
    phone.does('personIn', { personId: await plant.personId(id, 'u6') })
    const answers = await upload('u6', phone)
    expect(results(answers)).toEqual(['rejected', 'rejected'])
    expect(answers[0]?.reason).toContain('不能离线办理')
    expect(await one(`select on_site_count from lo_work where id = '${id}'`)).toEqual({ on_site_count: 1 })
    expect(await one(`select alarm_type, alarm_level, status from lo_alarm where work_id = '${id}'`)).toEqual(
      {
        alarm_type: 'A17',
        alarm_level: 3,
        status: 0,
      },
    )
  })

  it('R15: a signed token covers the owner’s lock for at most four hours, and not after its carrier is lost', async () => {
    const id = await carryOut(plant, 'releasing')
    const phone = await takeAlong(plant, 'u6', id)
    const [signed] = phone.capsule.tokens
    if (!signed) throw new Error('no token')
    expect(signed.token.lockIds).toContain('demo-pl6')
    const key = await tokenKey(plant.world.ctx.db)
    const spki = createPublicKey({
      key: Buffer.from(key.publicKey, 'base64url'),
      format: 'der',
      type: 'spki',
    })
    const said = Buffer.from(canonicalJson(signed.token))
    expect(verify(null, said, spki, Buffer.from(signed.sig, 'base64url'))).toBe(true)

    plant.at('15:20')
    phone.does('personalLockOff', { lockId: 'demo-pl6' })
    expect(results(await upload('u6', phone))).toEqual(['applied'])

    const other = await takeAlong(plant, 'u7', id)
    expect(await plant.take('u11', offline.carrierLost, { deviceSn: other.deviceId })).toMatchObject({
      tokens: 1,
    })
    other.does('personalLockOff', { lockId: 'demo-pl7' })
    const [lost] = await upload('u7', other)
    expect(lost).toMatchObject({ result: 'rejected' })
    expect(lost?.reason).toContain('报失')
    expect(await one(`select rev_epoch::int as e from lo_lock where id = 'demo-pl7'`)).toEqual({ e: 1 })
  })

  it('a forged signature, a gap and a clock two hours ahead: evidence is not believed, a stop always is', async () => {
    const id = await carryOut(plant, 'working')
    const phone = await takeAlong(plant, 'u8', id)
    plant.at('09:30')
    const first = phone.does('brief', { personIds: [await plant.personId(id, 'u6')] })
    const second = phone.does('stop', { reason: '异响' }, 2 * 3_600_000)
    const [early] = await upload('u8', phone, [{ ...first, sig: second.sig }])
    expect(early?.reason).toContain('签名')
    const [stopped] = await upload('u8', phone, [second])
    expect(stopped).toMatchObject({ result: 'applied' })
    expect(await plant.state(id)).toBe('20/21')
    const at = await one(`select max(server_time) as t from lo_work_trans where work_id = '${id}'`)
    expect(new Date(at.t).getTime()).toBe(plant.world.clock.now())
  })

  it('operations that miss the one before wait for it; a colleague with a network may carry them all', async () => {
    const id = await carryOut(plant, 'isolating')
    const phone = await takeAlong(plant, 'u10', id)
    await steps.locked(plant, id)
    plant.at('08:55')
    const proof = (n: number, unit: string, verifyMethod: string) =>
      phone.does('pointVerify', {
        pointId: `demo-pt${n}`,
        verifyMethod,
        verifyValue: '0',
        verifyUnit: unit,
        verifyResult: 1,
      })
    const first = proof(1, 'V', '2')
    const second = proof(2, 'MPa', '3')
    const [tooEarly] = await upload('u5', phone, [second])
    expect(tooEarly).toMatchObject({ result: 'rejected', repeated: false })
    expect(tooEarly?.reason).toContain('按顺序')
    // Sent out of order in one upload, they are replayed in the order of their stamps, as u10's own.
    const both = await plant.take('u10', offline.syncOps, { deviceId: phone.deviceId, ops: [second, first] })
    expect(results(both.results)).toEqual(['applied', 'applied'])
    const verified = await plant.detail(id)
    expect(verified.points.slice(0, 2).map((point) => point['verifierId'])).toEqual(['u10', 'u10'])
  })
})

describe('whose word an operation is', () => {
  const inside = (id: string) => one(`select on_site_count as n from lo_work where id = '${id}'`)
  const forged = async (id: string, capsuleId: string, event: string, args: Record<string, string>) => ({
    clientOpId: newUlid(),
    capsuleId,
    workId: id,
    event,
    args,
    hlc: `${plant.world.clock.now()}-0000-x`,
    prevHash: '0'.repeat(64),
    sig: 'AAAA',
  })

  it('a leaving without the signature of the terminal is the uploader’s own call: nobody is taken out in the name of the guardian', async () => {
    const id = await carryOut(plant, 'working')
    const { capsule } = await takeAlong(plant, 'u8', id)
    const personId = await plant.personId(id, 'u6')
    await plant.take('u8', tickets.personIn, { workId: id, personId: await plant.personId(id, 'u6') })
    expect(await inside(id)).toEqual({ n: 1 })
    for (const who of ['u7', 'u13']) {
      const op = await forged(id, capsule.capsuleId, 'personOut', { personId })
      const [answer] = (await plant.take(who, offline.syncOps, { deviceId: 'MINE', ops: [op] })).results
      expect(answer?.result).not.toBe('applied')
      expect(await inside(id)).toEqual({ n: 1 })
    }
    const by = await plant.world.database.pool.query(
      `select count(*)::int as n from lo_work_trans where work_id = $1 and actor_id = 'u8' and diff ? 'offline'`,
      [id],
    )
    expect(by.rows).toEqual([{ n: 0 }])
  })

  it('isolating without the signature of the terminal is not the isolator’s: the verifier does not isolate in his name', async () => {
    const id = await carryOut(plant, 'isolating')
    const { capsule } = await takeAlong(plant, 'u9', id)
    const op = await forged(id, capsule.capsuleId, 'pointOperate', { pointId: 'demo-pt1' })
    const { results: answers } = await plant.take('u10', offline.syncOps, { deviceId: 'MINE', ops: [op] })
    expect(results(answers)).not.toContain('applied')
    const found = await one(
      `select isolator_id from lo_work_point where work_id = '${id}' and point_id = 'demo-pt1'`,
    )
    expect(found).toEqual({ isolator_id: null })
  })

  it('somebody who may not see the ticket raises no alarm on it, and counts nobody in', async () => {
    const id = await carryOut(plant, 'working')
    const personId = await plant.personId(id, 'u7')
    for (const [event, args] of [
      ['pointRestore', { pointId: 'demo-pt1' }],
      ['personIn', { personId }],
    ] as const) {
      const op = await forged(id, 'nope', event, args)
      const outsider = plant.as('u13', { permissions: new Set() })
      const { result } = await outsider.post<{ results: { result: string }[] }>(offline.syncOps.path, {
        deviceId: 'MINE',
        ops: [op],
      })
      expect(results(result.results)).toEqual(['rejected'])
    }
    expect(await one(`select count(*)::int as n from lo_alarm where work_id = '${id}'`)).toEqual({ n: 0 })
    expect(await inside(id)).toEqual({ n: 0 })
    expect(await plant.state(id)).toBe('20/20')
  })

  it('a stop of somebody who was replaced meanwhile is a stop: he was named when he took the ticket along', async () => {
    const id = await carryOut(plant, 'working')
    const phone = await takeAlong(plant, 'u6', id)
    phone.does('stop', { reason: '阀门冒汽，快停' })
    await plant.world.database.pool.query(
      `update lo_work_person set state = 2 where work_id = $1 and user_id = 'u6'`,
      [id],
    )
    expect(results(await upload('u8', phone))).toEqual(['applied'])
    expect(await plant.state(id)).toBe('20/21')
  })

  it('a leaving that is older than the last entry leaves the person inside, and stands in the chain', async () => {
    const id = await carryOut(plant, 'working')
    const phone = await takeAlong(plant, 'u6', id)
    const personId = await plant.personId(id, 'u6')
    const counted = { workId: id, personId }
    await plant.take('u8', tickets.personIn, counted)
    plant.at('09:30')
    phone.does('personOut', { personId })
    plant.at('09:31')
    await plant.take('u8', tickets.personOut, counted)
    plant.at('09:32')
    await plant.take('u8', tickets.personIn, counted)
    plant.at('10:00')
    const [answer] = await upload('u6', phone)
    expect(answer).toMatchObject({ result: 'late-safe' })
    expect(answer?.reason).toContain('又已登记进场')
    expect(await inside(id)).toEqual({ n: 1 })
  })

  it('a lock that was hung before it was taken off does not hang again by arriving late', async () => {
    const id = await carryOut(plant, 'releasing')
    const phone = await takeAlong(plant, 'u6', id)
    plant.at('15:20')
    phone.does('personalLockOn', { lockId: 'demo-pl6', boxId: 'demo-lb1' })
    plant.at('15:25')
    await plant.take('u6', tickets.personalLockOff, { workId: id, lockId: 'demo-pl6' })
    const holds = () =>
      one(`select count(*)::int as n from lo_point_hold where lock_id = 'demo-pl6' and state in (1, 2)`)
    const before = await holds()
    plant.at('15:30')
    const [answer] = await upload('u6', phone)
    expect(answer).toMatchObject({ result: 'late-safe' })
    expect(await holds()).toEqual(before)
  })
})

describe('what a token opens', () => {
  const tokensOf = async (who: string, workId: string) =>
    (await plant.take(who, offline.offlineToken, { workId, deviceSn: 'K1' })).map(({ token }) => ({
      locks: token.lockIds.toSorted(),
      ph: token.ph,
    }))

  it('never an isolation lock or a box: only the server knows who is behind it', async () => {
    const id = await carryOut(plant, 'working')
    expect(await tokensOf('u9', id)).toEqual([])
    expect(await tokensOf('u6', id)).toEqual([
      { locks: ['demo-lk4'], ph: [20] },
      { locks: ['demo-pl6'], ph: [] },
    ])
  })

  it('an access lock for half an hour, and no longer than its gas sample and its zero energy; where gas is to be heard all the time, never', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    const now = plant.world.clock.now()
    const minutes = async () => {
      const signed = await plant.take('u6', offline.offlineToken, { workId: id, deviceSn: 'K1' })
      return Object.fromEntries(signed.map(({ token }) => [token.lockIds.join(), (token.exp - now) / 60_000]))
    }
    expect(await minutes()).toMatchObject({ 'demo-lk4': 30 })
    expect((await minutes())['demo-pl6']).toBeGreaterThan(30)
    const { pool } = plant.world.database
    await pool.query(`update lo_work_type set gas_required = 1, gas_codes = 'O2', gas_pre_min = 30`)
    await plant.take('u10', tickets.gasAdd, {
      workId: id,
      pointDesc: '泵坑',
      gasCode: 'O2',
      value: 20.9,
      unit: '%vol',
      sampleTime: '2026-12-01 09:50:00',
      deviceSn: 'GAS1',
    })
    expect(await minutes()).toMatchObject({ 'demo-lk4': 20 })
    await pool.query(
      `update lo_work_point set re_verify_due = $2 where work_id = $1 and point_id = 'demo-pt2'`,
      [id, new Date(now + 10 * 60_000)],
    )
    expect(await minutes()).toMatchObject({ 'demo-lk4': 10 })
    await pool.query(`update lo_work_type set gas_continuous = 1`)
    expect(Object.keys(await minutes())).toEqual(['demo-pl6'])
  })

  it('nothing that the interlock would not open at that moment: after a stop only what is one’s own', async () => {
    const id = await carryOut(plant, 'working')
    await tokensOf('u6', id)
    const live = () =>
      one(`select count(*)::int as n from lo_grant_token where work_id = '${id}' and status <> 4`)
    expect(await live()).toEqual({ n: 2 })
    await plant.take('u8', tickets.stop, { workId: id, reason: '异响' })
    expect(await live()).toEqual({ n: 1 })
    await runDueTimers(plant.world.ctx)
    expect(await one(`select rev_epoch::int as e from lo_lock where id = 'demo-lk4'`)).toEqual({ e: 1 })
    expect(await tokensOf('u6', id)).toEqual([{ locks: ['demo-pl6'], ph: [] }])
  })
})

describe('a token of somebody whose certificate has ended', () => {
  it.each(['status = 3', `valid_to = '2026-11-30'`])(
    'ends with it (%s): the lock hears of it, a new one is not signed; the one for his own lock stays',
    async (how) => {
      const id = await carryOut(plant, 'working')
      const signed = async () =>
        (await plant.take('u6', offline.offlineToken, { workId: id, deviceSn: 'K1' })).flatMap(
          ({ token }) => token.lockIds,
        )
      const live = () =>
        one(`select array(select lock_ids ->> 0 from lo_grant_token where status <> 4 order by 1) as locks`)
      expect(await signed()).toContain('demo-lk4')
      expect(await endUnfitTokens(plant.world.ctx)).toBe(0)
      await plant.world.database.pool.query(`update lo_person_cert set ${how} where user_id = 'u6'`)
      expect(await endUnfitTokens(plant.world.ctx)).toBe(1)
      expect(await live()).toEqual({ locks: ['demo-pl6'] })
      await runDueTimers(plant.world.ctx)
      expect(await one(`select rev_epoch::int as e from lo_lock where id = 'demo-lk4'`)).toEqual({ e: 1 })
      expect(await signed()).not.toContain('demo-lk4')
      expect(await endUnfitTokens(plant.world.ctx)).toBe(0)
    },
  )
})

describe('who may', () => {
  it('only people named on a live ticket take it along; another tenant does not see it', async () => {
    const id = await carryOut(plant, 'isolating')
    const ask = { workId: id, deviceId: 'P', publicKey: 'x'.repeat(60) }
    expect((await plant.call('u12', offline.capsule, ask)).success).toBe(false)
    expect((await plant.call('u9', offline.capsule, ask)).message).toContain('公钥')
    const stranger = plant.as('u9', { tenantId: 7 })
    expect((await stranger.post(offline.capsule.path, ask)).success).toBe(false)
    const draft = await plant.draft()
    expect((await plant.call('u9', offline.capsule, { ...ask, workId: draft })).success).toBe(false)
  })

  it('an operation number cannot be used for something else, but for what makes safer', async () => {
    const id = await carryOut(plant, 'working')
    const phone = await takeAlong(plant, 'u8', id)
    const personIds = [await plant.personId(id, 'u6')]
    const op = phone.does('brief', { personIds })
    const [first] = await upload('u8', phone)
    const [other] = await upload('u8', phone, [{ ...op, args: { personIds: [] } }])
    expect(other).toMatchObject({ result: 'rejected', repeated: true })
    // A stop under a used number, with broken papers, is still a stop, by the word of whoever carries it.
    const stop = { ...op, event: 'stop', args: { reason: '乙' } }
    expect(await upload('u8', phone, [stop])).toMatchObject([{ result: 'applied', repeated: false }])
    expect(await plant.state(id)).toBe('20/21')
    // Sent again it is the same stop, and the first operation keeps its answer.
    const again = await upload('u8', phone, [stop, op])
    expect(again).toMatchObject([
      { result: 'applied', repeated: true },
      { result: first?.result, repeated: true },
    ])
  })

  it('two operations of a faulty terminal under one number: a leaving and a stop are both taken, each with its answer', async () => {
    const id = await carryOut(plant, 'working')
    const phone = await takeAlong(plant, 'u8', id)
    const personId = await plant.personId(id, 'u6')
    await plant.take('u5', tickets.personIn, { workId: id, personId })
    plant.at('09:30')
    const leaving = phone.does('personOut', { personId })
    const stop = { ...phone.does('stop', { reason: '漏气' }), clientOpId: leaving.clientOpId }
    expect(results(await upload('u8', phone, [leaving, stop]))).toEqual(['applied', 'applied'])
    expect(await plant.state(id)).toBe('20/21')
    expect(await one(`select on_site_count as n from lo_work where id = '${id}'`)).toEqual({ n: 0 })
  })

  it('a stop whose number somebody else has used online, or for another ticket, is none of theirs', async () => {
    const id = await carryOut(plant, 'working')
    const phone = await takeAlong(plant, 'u8', id)
    plant.at('09:30')
    const stop = phone.does('stop', { reason: '漏气' })
    const draft = await plant.draft()
    const refused = await plant
      .as('u6')
      .post(tickets.stop.path, { workId: draft, clientOpId: stop.clientOpId })
    expect(refused.success).toBe(false)
    expect(results(await upload('u8', phone))).toEqual(['applied'])
    expect(await plant.state(id)).toBe('20/21')
  })

  it('a stop that the ticket cannot take any more stands in its chain', async () => {
    const id = await carryOut(plant, 'working')
    const phone = await takeAlong(plant, 'u8', id)
    plant.at('09:30')
    phone.does('stop', { reason: '漏气' })
    await plant.world.database.pool.query(
      'update lo_work set work_status = 40, exec_phase = 0 where id = $1',
      [id],
    )
    expect(results(await upload('u8', phone))).toEqual(['late-safe'])
    const { n } =
      await one(`select count(*)::int as n from lo_work_trans where work_id = '${id}' and event = 'note'
      and diff::text like '%漏气%' or diff::text like '%offline%'`)
    expect(n).toBeGreaterThan(0)
  })
})

describe('an operation that the server fails on', () => {
  /** A defect: whatever is claimed under this number ends in an exception. */
  const failOn = (number: string | undefined) =>
    plant.world.database.pool.query(`
      create function fails() returns trigger language plpgsql as $$ begin
        if new.client_op_id = '${number}' then raise exception 'a defect'; end if; return new; end $$;
      create trigger fails before insert on client_op for each row execute function fails()`)
  const mend = () => plant.world.database.pool.query('drop trigger fails on client_op; drop function fails()')

  it('is answered by itself as one to send again; a leaving and a stop behind it are taken', async () => {
    const id = await carryOut(plant, 'working')
    const phone = await takeAlong(plant, 'u8', id)
    const personId = await plant.personId(id, 'u6')
    await plant.take('u5', tickets.personIn, { workId: id, personId })
    plant.at('09:30')
    const { clientOpId } = phone.does('suspend', { reason: '换班' })
    phone.does('personOut', { personId })
    phone.does('stop', { reason: '漏气' })
    await failOn(clientOpId)
    const answers = await upload('u8', phone)
    expect(answers).toMatchObject([
      { result: 'rejected', retry: true, reason: expect.stringContaining('再次同步') },
      { result: 'applied', retry: false },
      { result: 'applied', retry: false },
    ])
    expect(await plant.state(id)).toBe('20/21')
    expect(await one(`select on_site_count as n from lo_work where id = '${id}'`)).toEqual({ n: 0 })
    await mend()
    const again = await upload('u8', phone)
    expect(again.map(({ retry }) => retry)).toEqual([false, false, false])
    expect(again.slice(1)).toMatchObject([{ repeated: true }, { repeated: true }])
  })

  it.each(['personOut', 'stop'])('is taken when it is sent again, if it is a %s', async (event) => {
    const id = await carryOut(plant, 'working')
    const phone = await takeAlong(plant, 'u8', id)
    const personId = await plant.personId(id, 'u6')
    await plant.take('u5', tickets.personIn, { workId: id, personId })
    plant.at('09:30')
    const { clientOpId } = phone.does(event, event === 'stop' ? { reason: '漏气' } : { personId })
    await failOn(clientOpId)
    expect(await upload('u8', phone)).toMatchObject([{ result: 'rejected', retry: true }])
    await mend()
    expect(await upload('u8', phone)).toMatchObject([{ result: 'applied', repeated: false, retry: false }])
  })
})

describe('a list with an item that cannot be read', () => {
  const state = async (id: string) => {
    const row = await one(
      `select exec_phase as phase, on_site_count as inside from lo_work where id = '${id}'`,
    )
    return [row.phase, row.inside]
  }
  const enter = async (id: string) => {
    const { id: personId } = await one(
      `select id from lo_work_person where work_id = '${id}' and user_id = 'u6' and role_tag = 'WORK'`,
    )
    await plant.take('u5', tickets.personIn, { workId: id, personId })
    return personId as string
  }

  it('is taken but for that item, which is answered by itself', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    const personId = await enter(id)
    const phone = await takeAlong(plant, 'u5', id)
    const leaving = phone.does('personOut', { personId })
    const stop = phone.does('stop', { reason: '看到泄漏' })
    const broken = { ...stop, clientOpId: 'NOT-A-NUMBER', workId: 7 }
    const answers = await upload('u5', phone, [null, leaving, broken, stop, 'x'] as never, {
      deviceId: '手机',
      pending: 'many',
      returns: ['x'],
    })
    expect(results(answers)).toEqual(['rejected', 'applied', 'rejected', 'applied', 'rejected'])
    expect(answers[2]).toMatchObject({
      clientOpId: 'NOT-A-NUMBER',
      reason: expect.stringContaining('第 3 项操作无法读取'),
    })
    expect(await state(id)).toEqual([21, 0])
  })

  it('takes what makes safer as the word of who hands it in, where only its papers cannot be read', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    const personId = await enter(id)
    const phone = await takeAlong(plant, 'u5', id)
    const leaving = { workId: id, event: 'personOut', args: { personId } }
    const entry = { ...phone.does('personIn', { personId }), sig: 7, prevHash: 'x' }
    const answers = await upload('u5', phone, [leaving, entry] as never)
    expect(results(answers)).toEqual(['applied', 'rejected'])
    expect(await state(id)).toEqual([20, 0])
  })

  it('takes the first 200 of a longer one, and says so of the rest', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    const phone = await takeAlong(plant, 'u6', id)
    const stop = phone.does('stop', { reason: '看到泄漏' })
    const answers = await upload('u6', phone, [stop, ...Array.from({ length: 200 }, () => ({}))] as never)
    expect(answers).toHaveLength(201)
    expect(answers[0]).toMatchObject({ result: 'applied' })
    expect(answers.at(-1)).toMatchObject({ result: 'rejected', reason: expect.stringContaining('再次同步') })
  })
})
