import {
  grantEndpoints,
  siteTagEndpoints,
  type RuleResult,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { locks } from '../locks/index.ts'
import { siteTags } from '../site-tags/index.ts'
import { noteAbsent } from './guard-post.ts'
import { carryOut } from './testing/carry-out.ts'
import { closeCauses } from './testing/close-causes.ts'
import { failing } from './testing/failing-rules.ts'
import { moment } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'site-tags', mount: siteTags },
      { name: 'locks', mount: locks },
    ],
    prepare: 'update lo_work_type set guard_alive_min = 10',
  })
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string, values: unknown[] = []) =>
  (await plant.world.database.pool.query(text, values)).rows
/** What a server does at a moment: it looks for absent guardians and runs what is due. */
const tick = async (time: string) => {
  plant.at(time)
  await noteAbsent(plant.world.ctx)
  await runDueTimers(plant.world.ctx)
}
const awayOf = async (workId: string) =>
  (
    await query(
      `select away_why, to_char(away_since, 'HH24:MI') as since from lo_work_person
      where work_id = $1 and role_tag = 'GUARD' and state = 1`,
      [workId],
    )
  )[0]
const told = async (text: string) =>
  (await query('select count(*)::int as n from sys_announcement where titile like $1', [`%${text}%`]))[0]?.n
/** Signs the guardian in again, in a session of his own. */
const inSession = async (workId: string, time: string) => {
  plant.at(time)
  await query(
    `insert into sys_session (id, token_hash, user_id, tenant_id, created_at, last_seen_at, expires_at)
    values ('s-u8', 'hash', 'u8', 0, $1, $1, $2)`,
    [new Date(moment(time)), new Date(moment('23:00'))],
  )
  await plant.take('u8', tickets.guardIn, { workId, personId: await plant.personId(workId, 'u8') })
}
const stops = async (workId: string, warnAt: string, stopAt: string) => {
  await tick(warnAt)
  expect(await plant.state(workId)).toBe('20/20')
  await tick(stopAt)
  expect(await plant.state(workId)).toBe('20/21')
  expect((await plant.detail(workId)).stopCauses).toMatchObject([{ kind: '5' }])
}

describe('§4.4 G15 the guardian is at his post', () => {
  it('signs in himself: nobody does it for him, and he does not from outside the fence', async () => {
    const workId = await carryOut(plant, 'working')
    const personId = await plant.personId(workId, 'u8')
    expect((await plant.call('u5', tickets.guardIn, { workId, personId })).message).toContain('监护人本人')
    await query(`update lo_area set geo_type = 'circle', geo = '{"center": [121.5, 31.2], "radius": 100}'
      where id = 'demo-a0101'`)
    const signIn = (onSite?: object) => plant.call('u8', tickets.guardIn, { workId, personId, onSite })
    expect((await signIn()).message).toContain('未取得您的位置')
    expect((await signIn({ lng: 121.6, lat: 31.2 })).message).toContain('不在作业区域')
    expect(await signIn({ lng: 121.5, lat: 31.2 })).toMatchObject({ success: true })
  })

  it('his word counts where he stands: outside the fence it is refused, inside it brings him back', async () => {
    const workId = await carryOut(plant, 'working')
    await query(`update lo_area set geo_type = 'circle', geo = '{"center": [121.5, 31.2], "radius": 100}'
      where id = 'demo-a0101'`)
    const confirm = (onSite?: object) => plant.call('u8', execution.guardConfirm, { workId, onSite })
    const outside = { lng: 121.6, lat: 31.2 }
    expect((await confirm(outside)).message).toContain('围栏内')
    expect((await confirm()).message).toContain('未取得您的位置')
    await plant.take('u8', execution.guardPosition, { workId, ...outside })
    expect((await confirm()).message).toContain('围栏内')
    expect(await confirm({ lng: 121.5, lat: 31.2 })).toMatchObject({ success: true })
    expect(await awayOf(workId)).toMatchObject({ away_why: null })
  })

  it('T32: where a fence is drawn a word without a place is no presence, and the work stops; a tag of the place is one', async () => {
    const workId = await carryOut(plant, 'working')
    await query(`update lo_area set geo_type = 'circle', geo = '{"center": [121.5, 31.2], "radius": 100}'
      where id = 'demo-a0101'`)
    plant.at('09:05')
    const place = { kind: 'AREA', id: 'demo-a0101' }
    const { code } = await plant.take('u11', siteTagEndpoints.issue, place)
    const scanned = await plant.take('u8', siteTagEndpoints.scan, { ...place, qr: code })
    const byTag = (proof: object) => plant.call('u8', execution.guardConfirm, { workId, proof })
    expect(await byTag({ scanId: scanned?.scanId })).toMatchObject({ success: true })
    expect((await byTag({ scanId: scanned?.scanId })).message).toContain('已用过一次')
    expect((await byTag({ qr: 'made-up' })).message).toContain('未取得您的位置')
    plant.at('09:10')
    expect((await plant.call('u8', execution.guardConfirm, { workId })).success).toBe(false)
    // His phone's position is his word as well.
    await plant.take('u8', execution.guardPosition, { workId, lng: 121.5, lat: 31.2 })
    await tick('09:20')
    expect(await awayOf(workId)).toMatchObject({ away_why: null })
    plant.at('09:19')
    expect((await plant.call('u8', execution.guardConfirm, { workId })).success).toBe(false)
    await tick('09:21')
    expect(await awayOf(workId)).toEqual({ away_why: 'SILENT', since: '09:20' })
    await stops(workId, '09:22', '09:25')
  })

  it('T32: without a word from him people are warned after 2 minutes, and the work stops after 5', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('09:05')
    const { until } = await plant.take('u8', execution.guardConfirm, { workId })
    expect(until).toBe(moment('09:15'))
    await tick('09:15')
    expect(await awayOf(workId)).toMatchObject({ away_why: null })
    await tick('09:16')
    expect(await awayOf(workId)).toEqual({ away_why: 'SILENT', since: '09:15' })
    await stops(workId, '09:17', '09:20')
    expect(await told('监护人未按时确认在岗超过 2 分钟')).toBe(1)
    // He is not there: neither is the cause closed nor the work resumed.
    for (const code of ['LK1', 'LK2', 'LK3']) await plant.locks.confirms(code)
    const [cause] = (await plant.detail(workId)).stopCauses
    const close = { workId, causeId: cause?.causeId, evidence: '监护人已回' }
    expect(failing(await plant.call('u5', tickets.causeClose, close))).toEqual(['T55'])
    expect(failing(await plant.call('u5', tickets.resume, { workId }))).toEqual(['T33', 'G15'])
    await plant.take('u8', execution.guardConfirm, { workId })
    await closeCauses(plant, workId, 'u5')
    expect(await plant.take('u5', tickets.resume, { workId })).toMatchObject({ transId: 'ASK' })
  })

  it('T32: where the policy says no interval he is asked each ten minutes', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('09:05')
    await plant.take('u8', execution.guardConfirm, { workId })
    await query('update lo_work_type set guard_alive_min = null')
    expect((await plant.take('u8', execution.guardConfirm, { workId })).until).toBe(moment('09:15'))
    await tick('09:16')
    expect(await awayOf(workId)).toEqual({ away_why: 'SILENT', since: '09:15' })
  })

  it('T28 G15: nobody goes in while he is away, by the moment of the call; whoever is inside is let out', async () => {
    const workId = await carryOut(plant, 'working')
    const personOf = async (who: string) => ({ workId, personId: await plant.personId(workId, who) })
    plant.at('09:05')
    await plant.take('u8', execution.guardConfirm, { workId })
    await plant.take('u6', tickets.personIn, await personOf('u6'))
    // No look has noted anything yet.
    plant.at('09:16')
    const refused = await plant.call('u7', tickets.personIn, await personOf('u7'))
    expect(failing(refused)).toEqual(['G15'])
    expect(await plant.take('u6', tickets.personOut, await personOf('u6'))).toMatchObject({ transId: 'T29' })
    await plant.take('u8', execution.guardConfirm, { workId })
    await plant.take('u7', tickets.personIn, await personOf('u7'))
  })

  it('G15 judges by the moment of the call, whatever a look has noted', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('09:05')
    await plant.take('u6', tickets.suspend, { workId, reason: '下雨', cause: '3' })
    await closeCauses(plant, workId)
    plant.at('09:07')
    for (const code of ['LK1', 'LK2', 'LK3']) await plant.locks.confirms(code)
    expect(failing(await plant.call('u5', tickets.resume, { workId }))).toEqual(['G15'])
  })

  it('T32: whoever signs out is away from then on; signing in again brings him back', async () => {
    const workId = await carryOut(plant, 'working')
    await inSession(workId, '09:01')
    await tick('09:02')
    expect(await awayOf(workId)).toMatchObject({ away_why: null })
    await query(`delete from sys_session where id = 's-u8'`)
    await tick('09:03')
    expect(await awayOf(workId)).toEqual({ away_why: 'SIGNOUT', since: '09:03' })
    await stops(workId, '09:05', '09:08')
    await inSession(workId, '09:09')
    expect(await awayOf(workId)).toEqual({ away_why: null, since: null })
  })

  it('T32: a terminal that lost its line counts from the moment it was last seen; his word brings him back', async () => {
    const workId = await carryOut(plant, 'working')
    await inSession(workId, '09:01')
    await query(`update sys_session set socket_at = $1 where id = 's-u8'`, [new Date(moment('09:04'))])
    await tick('09:05')
    expect(await awayOf(workId)).toMatchObject({ away_why: null })
    await tick('09:06')
    expect(await awayOf(workId)).toEqual({ away_why: 'TERMINAL', since: '09:04' })
    expect(await told('监护人终端失去连接超过 2 分钟')).toBe(1)
    await plant.take('u8', execution.guardConfirm, { workId })
    await tick('09:12')
    expect(await plant.state(workId)).toBe('20/20')
  })

  it('T32: who signs in at another work has left this one', async () => {
    const workId = await carryOut(plant, 'working')
    const other = await plant.draft()
    await query(`update lo_work set work_status = 4 where id = $1`, [other])
    plant.at('09:02')
    await plant.take('u8', tickets.guardIn, { workId: other, personId: await plant.personId(other, 'u8') })
    expect(await awayOf(workId)).toEqual({ away_why: 'MOVED', since: '09:02' })
    const confirmed = await plant.call('u8', execution.guardConfirm, { workId })
    expect(confirmed.message).toContain('其他工作票监护')
    await stops(workId, '09:04', '09:07')
  })

  it('T32: whoever loses his certificate at his post is none from that moment: nobody goes in, the work stops', async () => {
    const workId = await carryOut(plant, 'working')
    const personOf = async (who: string) => ({ workId, personId: await plant.personId(workId, who) })
    plant.at('09:03')
    await plant.take('u6', tickets.personIn, await personOf('u6'))
    await query(`update lo_person_cert set status = 3 where user_id = 'u8'`)
    // No look has noted anything yet.
    expect(failing(await plant.call('u7', tickets.personIn, await personOf('u7')))).toContain('G15')
    await tick('09:04')
    expect(await awayOf(workId)).toEqual({ away_why: 'UNFIT', since: '09:04' })
    plant.at('09:05')
    expect((await plant.call('u8', execution.guardConfirm, { workId })).message).toContain('您不能在此监护')
    expect((await plant.call('u8', tickets.guardIn, await personOf('u8'))).message).toContain(
      '您不能在此监护',
    )
    await stops(workId, '09:06', '09:09')
    expect(await told('已不具备监护资格超过 2 分钟')).toBe(1)
  })

  it('R10: an access lock stays shut with a guardian who may be none any more', async () => {
    const workId = await carryOut(plant, 'working')
    const guardian = async () => {
      const { rules } = await plant.take('u6', grantEndpoints.explain, { lockId: 'demo-lk4', workId })
      return rules.find(({ id }) => id === 'R10')
    }
    plant.at('09:03')
    expect(await guardian()).toMatchObject({ pass: true })
    await query(`update sys_user set status = 2 where id = 'u8'`)
    expect(await guardian()).toMatchObject({ pass: false })
  })

  it('T33: work is not resumed with a guardian whose certificate ended meanwhile', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('09:05')
    await plant.take('u6', tickets.suspend, { workId, reason: '下雨', cause: '3' })
    await closeCauses(plant, workId)
    await plant.take('u8', execution.guardConfirm, { workId })
    await query(`update lo_person_cert set status = 3 where user_id = 'u8'`)
    expect(failing(await plant.call('u5', tickets.resume, { workId }))).toContain('G15')
  })

  it('T28: nobody is inside twice, and a guardian at his post goes in nowhere else; inside elsewhere he guards nothing', async () => {
    const workId = await carryOut(plant, 'working')
    const other = await plant.draft({
      needIsolation: 0,
      noIsoReason: '不涉及能量设备',
      points: [],
      locks: [],
      people: [
        { userId: 'u13', roleTag: 'LEAD' },
        { userId: 'u6', roleTag: 'WORK' },
        { userId: 'u8', roleTag: 'WORK' },
      ],
    })
    await query(`update lo_work set work_status = 20, exec_phase = 20 where id = $1`, [other])
    const into = async (who: string, id: string) => {
      const answer = await plant.call(who, tickets.personIn, {
        workId: id,
        personId: await plant.personId(id, who),
      })
      return (answer.result as unknown as { rules: RuleResult[] }).rules.find((rule) => rule.id === 'T28')
        ?.text
    }
    plant.at('09:05')
    await plant.take('u6', tickets.personIn, { workId, personId: await plant.personId(workId, 'u6') })
    expect(await into('u6', other)).toContain('仍登记在工作票')
    expect(await into('u8', other)).toContain('不得离开岗位')
    // Counted inside there all the same, by whatever way: he is not at his post here.
    await query(`update lo_work_person set on_state = 1 where work_id = $1 and user_id = 'u8'`, [other])
    const u7 = { workId, personId: await plant.personId(workId, 'u7') }
    expect(failing(await plant.call('u7', tickets.personIn, u7))).toContain('G15')
    await tick('09:06')
    expect(await awayOf(workId)).toEqual({ away_why: 'MOVED', since: '09:06' })
    const back = { workId, personId: await plant.personId(workId, 'u8') }
    expect((await plant.call('u8', tickets.guardIn, back)).message).toContain('仍登记在工作票')
  })
})
