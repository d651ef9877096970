import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut, proofOf, steps } from './testing/carry-out.ts'
import { closeCauses } from './testing/close-causes.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { catchUp } from './catch-up.ts'
import { endsWell } from './testing/ends-well.ts'
import { failing } from './testing/failing-rules.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const allConfirm = async () => {
  for (const lock of ['LK1', 'LK2', 'LK3']) await plant.locks.confirms(lock)
}
const resume = async (workId: string) => {
  await closeCauses(plant, workId)
  await plant.call('u5', tickets.resume, { workId })
  return plant.call('u4', tickets.resume, { workId })
}
describe('T32 T33 interruption', () => {
  it('anybody who sees the ticket stops it at once; LEAD asks and PERMIT confirms that it goes on', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const stopped = await plant.take('u12', tickets.stop, { workId, reason: '' })
    expect(stopped).toMatchObject({ transId: 'T32', workStatus: 20, execPhase: 21 })
    expect(await plant.take('u6', tickets.stop, { workId, reason: '再按一次' })).toMatchObject({
      execPhase: 21,
    })
    const timeline = await plant.take('u1', tickets.timeline, { id: workId })
    expect(timeline.at(-1)).toMatchObject({ event: 'suspend', diff: { reason: '再按一次' } })
    plant.at('10:10')
    await allConfirm()
    await closeCauses(plant, workId)
    expect(await plant.take('u5', tickets.resume, { workId })).toMatchObject({ transId: 'ASK' })
    expect(await plant.take('u4', tickets.resume, { workId })).toMatchObject({
      transId: 'T33',
      execPhase: 20,
    })
  })

  it.each([
    ['approved', 'reviewed', async (id: string) => plant.examine(id)],
    ['started', 'ready', async (id: string) => plant.call('u5', tickets.start, { workId: id })],
    [
      'resumed',
      'working',
      async (id: string) => (await plant.take('u12', tickets.stop, { workId: id, reason: '停' }), resume(id)),
    ],
  ] as const)(
    'G05: a source that came onto the map after submission keeps a ticket from being %s',
    async (_what, at, press) => {
      const id = await carryOut(plant, at)
      await plant.world.database.pool.query(`
      insert into lo_energy_node (id, node_code, node_name, node_type) values ('late', 'H-9', '漏画的蒸汽线', 'SOURCE');
      insert into lo_energy_edge (id, from_id, to_id) values ('late', 'late', 'demo-n-p101')`)
      if (at !== 'reviewed') plant.at(at === 'ready' ? '09:00' : '10:10')
      await allConfirm()
      expect(failing(await press(id))).toContain('G05')
    },
  )

  it('T32: a lock box that opens while personal locks rest on it stops the work, told or found later (FORCE, OPEN)', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.locks.opens('LB1', 'FORCE')
    await expect.poll(() => plant.state(workId)).toBe('20/21')
    await plant.locks.closes('LB1')
    await allConfirm()
    // The reaction was lost with its process: what is stored says the same.
    await plant.world.database.pool.query(`update lo_work set exec_phase = 20 where id = $1`, [workId])
    await plant.world.database.pool.query(
      `update lo_lock set lock_status = 2, state_time = $1 where id = 'demo-lb1'`,
      [new Date(plant.world.clock.now())],
    )
    // A look leaves a lock alone whose reactions are still stored; the next one finds it.
    await expect
      .poll(async () => {
        await catchUp(plant.world.ctx)
        return plant.state(workId)
      })
      .toBe('20/21')
  })

  describe('what a lock reports under a clock that was set back is not history', () => {
    const setBack = { 'twenty-five minutes': 25 * 60_000, 'a day': 86_400_000 }
    it.each(Object.entries(setBack))('T25 T32: by %s', async (_name, ms) => {
      const workId = await carryOut(plant, 'working')
      plant.at('09:09')
      plant.locks.setsClockBack('LK1', ms)
      await plant.locks.opens('LK1')
      await expect.poll(() => plant.state(workId)).toBe('20/21')
      const [log] = (
        await plant.world.database.pool.query(
          `select occur_time, recv_time, time_quality, remark from lo_lock_log where lock_id = 'demo-lk1' order by recv_time desc limit 1`,
        )
      ).rows
      expect(log).toMatchObject({ occur_time: log.recv_time, time_quality: 0 })
      expect(log.remark).toContain('早于此锁此前的上报')
    })

    it('T32: a lock box', async () => {
      const workId = await carryOut(plant, 'working')
      plant.at('09:09')
      await plant.locks.confirms('LB1')
      plant.locks.setsClockBack('LB1', 86_400_000)
      await plant.locks.opens('LB1')
      await expect.poll(() => plant.state(workId)).toBe('20/21')
    })

    it('a report whose stored time is wrong stops the work by the look, as long as the lock stands open', async () => {
      const workId = await carryOut(plant, 'working')
      plant.at('09:09')
      await plant.world.database.pool.query(
        `update lo_lock set lock_status = 2, state_time = now() - interval '10 years' where id = 'demo-lk1'`,
      )
      await catchUp(plant.world.ctx)
      expect(await plant.state(workId)).toBe('20/21')
    })
  })

  describe('T32: somebody’s own lock that no longer holds while he is inside stops the work', () => {
    const inside = async (): Promise<string> => {
      const workId = await carryOut(plant, 'working')
      plant.at('10:00')
      await plant.take('u6', tickets.personIn, { workId, personId: await plant.personId(workId, 'u6') })
      return workId
    }
    const reports = {
      'torn open': () => plant.locks.opens('PL6', 'FORCE'),
      opened: () => plant.locks.opens('PL6'),
      'tampered with': () => plant.locks.says('PL6', 'TAMPER'),
      'not fully locked': () => plant.locks.says('PL6', 'NOTFULL'),
      jammed: () => plant.locks.says('PL6', 'JAM'),
    }
    it.each(Object.entries(reports))('%s', async (_name, report) => {
      const workId = await inside()
      plant.at('10:05')
      await report()
      await expect.poll(() => plant.state(workId)).toBe('20/21')
      const timeline = await plant.take('u1', tickets.timeline, { id: workId })
      expect(JSON.stringify(timeline.at(-1))).toContain('个人锁 PL6')
      // Whoever is outside does not get in behind it either (G13).
      expect(
        await plant.take('u8', tickets.personOut, { workId, personId: await plant.personId(workId, 'u6') }),
      ).toMatchObject({ execPhase: 21 })
    })

    it('torn open and shut again at once by a lock whose clock was set back a day', async () => {
      const workId = await inside()
      plant.at('10:05')
      await plant.locks.confirms('PL6')
      plant.locks.setsClockBack('PL6', 86_400_000)
      await plant.locks.opens('PL6', 'FORCE')
      await plant.locks.closes('PL6')
      await expect.poll(() => plant.state(workId)).toBe('20/21')
    })

    it('G13: nobody answers for it nor resumes while he is inside without his lock; once he is out it goes on', async () => {
      const workId = await inside()
      plant.at('10:05')
      await plant.locks.opens('PL6')
      await expect.poll(() => plant.state(workId)).toBe('20/21')
      await allConfirm()
      const { stopCauses } = await plant.detail(workId)
      const close = { workId, causeId: stopCauses[0]?.causeId ?? '', evidence: '已查，锁已换' }
      const refused = await plant.call('u4', tickets.causeClose, close)
      expect(failing(refused)).toEqual(['T55'])
      expect(refused.message).toContain('孙作 仍在现场')
      // Whatever became of the cause: the facts are asked again when work goes on.
      const again = await plant.call('u5', tickets.resume, { workId })
      expect(failing(again)).toEqual(expect.arrayContaining(['T33', 'G13']))
      await plant.take('u8', tickets.personOut, { workId, personId: await plant.personId(workId, 'u6') })
      expect(await resume(workId)).toMatchObject({ success: true })
      expect(await plant.state(workId)).toBe('20/20')
    })

    it('G13: a lock or a box that is lost protects nobody who is inside behind it', async () => {
      const workId = await inside()
      plant.at('10:05')
      await plant.world.database.pool.query(`update lo_lock set custody = 4 where id = 'demo-lb1'`)
      await plant.take('u8', tickets.suspend, { workId, reason: '锁箱丢失' })
      await allConfirm()
      expect(failing(await plant.call('u5', tickets.resume, { workId }))).toContain('G13')
    })

    it('found later when the reaction was lost, and not at all while he is outside', async () => {
      const workId = await inside()
      plant.at('10:05')
      await plant.locks.opens('PL7')
      await plant.world.settled()
      await catchUp(plant.world.ctx)
      expect(await plant.state(workId)).toBe('20/20')
      await plant.world.withoutReactions(() => plant.locks.opens('PL6', 'FORCE'))
      await expect.poll(() => plant.state(workId)).toBe('20/21')
    })
  })

  it('G11: after a long interruption the closures are read again before it goes on', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.take('u8', tickets.suspend, { workId, reason: '下雨' })
    await closeCauses(plant, workId)
    plant.at('10:30')
    const refused = await plant.call('u5', tickets.resume, { workId })
    expect(failing(refused)).toEqual(['G11'])
    expect(refused.message).toContain('关锁确认超时')
    await allConfirm()
    expect(await resume(workId)).toMatchObject({ success: true })
  })

  it('a stop before anything runs is a state error, and a stranger to the tenant sees no ticket', async () => {
    const workId = await plant.draft()
    expect(await plant.call('u6', tickets.stop, { workId })).toMatchObject({ success: false, code: 4201 })
    const foreign = plant.as('u6', { tenantId: 7 })
    const answer = await foreign.post(tickets.stop.path, { workId, clientOpId: '01JBBBBBBBBBBBBBBBBBBBBBBB' })
    expect(answer.message).toBe('未找到对应实体')
  })
})

describe('T33 T55 the cause of an interruption', () => {
  const openCause = async (workId: string) => {
    const { stopCauses } = await plant.detail(workId)
    return stopCauses.find((cause) => cause.closedAt === null)
  }

  it('somebody was hurt: nobody resumes before the safety officer has answered for it with what was done', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.take('u8', tickets.stop, { workId, reason: '有人触电受伤，现场未处理', cause: '1' })
    plant.at('10:02')
    await allConfirm()
    // A client that knows nothing of causes is told what is missing and who closes it.
    const refused = await plant.call('u5', tickets.resume, { workId })
    expect(failing(refused)).toEqual(['T33'])
    expect(refused.message).toContain('人身伤害（有人触电受伤，现场未处理，由安全管理人员关闭）')
    const cause = await openCause(workId)
    expect(cause).toMatchObject({ kind: '1', kindText: '人身伤害', byName: '吴监', answers: '安全管理人员' })
    const close = { workId, causeId: cause?.causeId, evidence: '伤员已送医，触电点断电并复测' }
    const byLeader = await plant.call('u5', tickets.causeClose, close)
    expect(failing(byLeader)).toEqual(['T55'])
    expect((await plant.call('u12', tickets.causeClose, { ...close, evidence: ' ' })).success).toBe(false)
    expect(failing(await plant.call('u5', tickets.resume, { workId }))).toEqual(['T33'])
    const withoutPicture = await plant.call('u12', tickets.causeClose, close)
    expect(withoutPicture.message).toContain('人身伤害须上传处理情况的照片')
    const invented = await plant.call('u12', tickets.causeClose, { ...close, photo: 'temp/none.png' })
    expect(invented.success).toBe(false)
    const photo = await plant.photo('u12')
    await plant.take('u12', tickets.causeClose, { ...close, photo })
    expect((await plant.detail(workId)).stopCauses).toMatchObject([
      { evidence: '伤员已送医，触电点断电并复测', isMine: false },
    ])
    await plant.take('u5', tickets.resume, { workId })
    await plant.take('u4', tickets.resume, { workId })
    expect(await plant.state(workId)).toBe('20/20')
    expect((await plant.detail(workId)).stopCauses).toEqual([])
  })

  it('somebody was hurt before the work began: it does not start before the safety officer has answered for it', async () => {
    const workId = await carryOut(plant, 'ready')
    plant.at('09:00')
    await plant.take('u8', tickets.stop, { workId, reason: '有人触电受伤，现场未处理', cause: '1' })
    expect((await plant.detail(workId)).nextStep).toMatchObject({ text: '关闭中断原因' })
    const refused = await plant.call('u5', tickets.start, { workId })
    expect(failing(refused)).toEqual(['T33'])
    expect(refused.message).toContain('人身伤害（有人触电受伤，现场未处理，由安全管理人员关闭）')
    await closeCauses(plant, workId)
    await plant.take('u5', tickets.start, { workId })
    await plant.take('u4', tickets.start, { workId })
    expect(await plant.state(workId)).toBe('20/20')
    expect((await plant.detail(workId)).stopCauses).toEqual([])
  })

  it('a stop whose kind nobody has stated, or 其他, is answered for by the safety officer, not by who permits', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    for (const [cause, kindText] of [
      ['0', '未说明'],
      ['9', '其他'],
    ]) {
      await plant.take('u6', tickets.stop, { workId, reason: `停止 ${cause}`, cause })
      const found = await openCause(workId)
      expect(found).toMatchObject({ kindText, answers: '安全管理人员' })
      const close = { workId, causeId: found?.causeId, evidence: '已核实没有危险，可以继续' }
      for (const who of ['u4', 'u5', 'u8'])
        expect(failing(await plant.call(who, tickets.causeClose, close))).toEqual(['T55'])
      await plant.take('u12', tickets.causeClose, close)
    }
  })

  it('a point that fails and a lock that opens say themselves why, each for itself', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.take('u10', tickets.pointFail, { workId, pointId: 'demo-pt2', reason: '压力回升' })
    await plant.take('u6', tickets.suspend, { workId, reason: '下雨', cause: '3' })
    await plant.take('u6', tickets.suspend, { workId, reason: '下雨', cause: '3' })
    const { stopCauses, nextStep } = await plant.detail(workId)
    expect(stopCauses.map(({ kind }) => kind)).toEqual(['6', '3'])
    expect(nextStep).toMatchObject({ text: '关闭中断原因' })
    // A kind that is none stops as well; nobody has said what it was.
    await plant.take('u6', tickets.stop, { workId, reason: '快停', cause: 'x' })
    expect((await plant.detail(workId)).stopCauses.at(-1)).toMatchObject({ kind: '0', reason: '快停' })
  })
})

describe('T25 an isolation lock that opens while people rely on it', () => {
  it('SC10: stops every ticket that holds the point; resume needs re-lock and a new proof', async () => {
    const workId = await carryOut(plant, 'working')
    const sharing = await ticketSharing(workId, 'demo-pt2')
    plant.at('11:02')
    await plant.locks.opens('LK2', 'FORCE')
    await expect.poll(() => plant.state(workId)).toBe('20/21')
    await expect.poll(() => plant.state(sharing)).toBe('4/10')
    const { points } = await plant.detail(workId)
    const failed = points.find((point) => point['pointId'] === 'demo-pt2')
    expect(failed).toMatchObject({ state: 9, verifierId: null })
    const { rows } = await plant.world.database.pool.query(
      `select work_id, alarm_type, alarm_level, status from lo_alarm order by work_id`,
    )
    expect(rows.filter((row) => row.work_id === workId)).toMatchObject([
      { alarm_type: 'A17', alarm_level: 3, status: 0 },
    ])
    await allConfirm()
    plant.at('11:10')
    expect(failing(await plant.call('u5', tickets.resume, { workId }))).toEqual(
      expect.arrayContaining(['G11', 'G12', 'G16']),
    )
    // The other ticket is of no account to this one: its alarm is taken away with it.
    await plant.world.database.pool.query(`update lo_alarm set status = 3 where work_id = $1`, [sharing])
    const at = { workId, pointId: 'demo-pt2' }
    await plant.take('u9', tickets.pointOperate, { ...at, proof: { qr: 'PT2' } })
    await plant.locks.closes('LK2')
    await plant.take('u9', tickets.pointLock, { ...at, lockId: 'demo-lk2' })
    await plant.take('u9', tickets.pointTag, at)
    plant.at('11:12')
    await closeCauses(plant, workId)
    expect(failing(await plant.call('u5', tickets.resume, { workId }))).toEqual(['G12', 'G16'])
    await plant.take('u10', tickets.pointVerify, proofOf(workId, 'demo-pt2', '3', '0', 'MPa'))
    expect(await resume(workId)).toMatchObject({ success: true, result: { execPhase: 20 } })
    await endsWell(plant, workId, sharing)
  })

  it('an isolation lock that was opened and shut again while the server died stops the work when it is back', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('11:02')
    await plant.world.withoutReactions(async () => {
      await plant.locks.opens('LK2', 'FORCE')
      await plant.locks.closes('LK2')
      expect(await plant.state(workId)).toBe('20/20')
      // It waits for its reaction: that is no defect.
      expect(await catchUp(plant.world.ctx)).toBe(0)
    })
    await expect.poll(() => plant.state(workId)).toBe('20/21')
    expect(await catchUp(plant.world.ctx)).toBe(0)
  })

  it('A20: a stored reaction that is deleted is found by the check, done, and raised as a defect', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('11:02')
    await plant.world.withoutReactions(async () => {
      await plant.locks.opens('LK2', 'FORCE')
      await plant.locks.closes('LK2')
      await plant.world.database.pool.query('delete from reaction')
    })
    await plant.world.settled()
    expect(await plant.state(workId)).toBe('20/20')
    expect(await catchUp(plant.world.ctx)).toBe(1)
    expect(await plant.state(workId)).toBe('20/21')
    const { rows } = await plant.world.database.pool.query(
      `select status, work_id from lo_alarm where alarm_type = 'A20'`,
    )
    expect(rows).toEqual([{ status: 0, work_id: workId }])
  })

  it('an opening from before the lock was put on, and one of a released point, are history', async () => {
    const workId = await carryOut(plant, 'working')
    const { pool } = plant.world.database
    await pool.query(`insert into lo_lock_log (id, lock_id, event_type, occur_time, recv_time, time_quality, historical,
      prev_hash, hash) values ('old', 'demo-lk2', 'OPEN', '2026-12-01 08:40:00+08', now(), 2, 1, '', '')`)
    const opening = { tenantId: 0, lockId: 'demo-lk2', logId: 'old', workId: null, userId: null }
    await plant.world.emit('lock.opened', { ...opening, allowed: false })
    await plant.world.settled()
    await steps.releasing(plant, workId)
    await plant.locks.opens('LK3')
    await plant.world.settled()
    await plant.take('u12', tickets.stop, { workId })
    expect(await plant.state(workId)).toBe('20/24')
    expect((await pool.query('select count(*)::int as n from lo_alarm')).rows[0].n).toBe(0)
  })

  it('a point that failed and is operated again is no missed reaction while its old lock still stands open (A20)', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.locks.opens('LK3')
    await plant.world.settled()
    expect(await plant.state(workId)).toBe('20/21')
    plant.at('10:05')
    await plant.take('u9', tickets.pointOperate, { workId, pointId: 'demo-pt3', proof: { qr: 'PT3' } })
    expect(await catchUp(plant.world.ctx)).toBe(0)
    const { points } = await plant.detail(workId)
    expect(points.find((point) => point['pointId'] === 'demo-pt3')).toMatchObject({ state: 1 })
  })

  it('anybody of the crew reports a point that is not as it should be', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const report = { workId, pointId: 'demo-pt1', reason: '断路器手柄被人动过' }
    expect(await plant.take('u6', tickets.pointFail, report)).toMatchObject({
      transId: 'T25',
      execPhase: 21,
    })
    expect(await plant.call('u11', tickets.pointFail, report)).toMatchObject({ success: false, code: 4030 })
    // Without a word it is taken all the same (decision 0548).
    expect(await plant.call('u6', tickets.pointFail, { ...report, reason: ' ' })).toMatchObject({
      success: true,
    })
  })
})

/** A second ticket whose own lock holds the same point (its plan written straight into the tables). */
async function ticketSharing(workId: string, pointId: string): Promise<string> {
  const { pool } = plant.world.database
  await pool.query(
    `insert into lo_work select (jsonb_populate_record(w, jsonb_build_object('id', 'shared', 'work_no', 'OTHER-1',
      'work_status', 4, 'exec_phase', 11, 'equip_ids', '[]'::jsonb, 'chain_head', null))).* from lo_work w where id = $1`,
    [workId],
  )
  await pool.query(
    `insert into lo_work_point (id, work_id, point_id, order_num, state) values ('sp', 'shared', $1, 1, 3)`,
    [pointId],
  )
  await pool.query(
    `insert into lo_point_hold (id, point_id, work_id, user_id, lock_id, hold_type, state, placed_time)
     values ('sh', $1, 'shared', 'u9', 'demo-lk5', 1, 1, '2026-12-01 08:50:00+08')`,
    [pointId],
  )
  return 'shared'
}
