import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut, proofOf } from './testing/carry-out.ts'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const one = async (text: string) => (await plant.world.database.pool.query(text)).rows[0]

describe('a passive lock (G11)', () => {
  it('counts as closed only with a photo and a second person, until a key has read it', async () => {
    const points = (demoDraft().points ?? []).map((point) =>
      point.pointId === 'demo-pt1' ? { ...point, plannedLockId: 'demo-lk5' } : point,
    )
    const id = await carryOut(plant, 'isolating', await plant.draft({ points }))
    plant.at('08:50')
    const at = { workId: id, pointId: 'demo-pt1' }
    await plant.take('u9', tickets.pointOperate, { ...at, proof: { qr: 'PT1' } })
    const lock = (proof: object) => plant.call('u9', tickets.pointLock, { ...at, lockId: 'demo-lk5', proof })
    expect(await lock({ photo: await plant.photo('u9') })).toMatchObject({ success: true })
    expect(await one(`select lock_status, state_trust from lo_lock where id = 'demo-lk5'`)).toEqual({
      lock_status: 1,
      state_trust: 3,
    })
    await plant.take('u9', tickets.pointTag, at)
    for (const [n, pointId] of [
      [2, 'demo-pt2'],
      [3, 'demo-pt3'],
    ] as const) {
      const here = { workId: id, pointId }
      await plant.take('u9', tickets.pointOperate, { ...here, proof: { qr: `PT${n}` } })
      await plant.locks.closes(`LK${n}`)
      await plant.take('u9', tickets.pointLock, { ...here, lockId: `demo-lk${n}` })
      await plant.take('u9', tickets.pointTag, here)
    }
    const drain = { workId: id, pointId: 'demo-pt4', proof: { qr: 'PT4' }, residualDone: 1 }
    expect(await plant.take('u9', tickets.pointOperate, drain)).toMatchObject({ execPhase: 10 })
    const witness = { ...at, photo: await plant.photo('u10') }
    expect((await plant.call('u9', tickets.pointWitness, witness)).message).toContain('须由')
    expect(await plant.take('u10', tickets.pointWitness, witness)).toMatchObject({ execPhase: 11 })
    await plant.world.database.pool.query(
      `update lo_work_point set witness_id = null where point_id = 'demo-pt1'`,
    )
    plant.at('09:00')
    const asked = await plant.call('u5', tickets.start, { workId: id })
    expect(asked.message).toContain('Q1 无源锁关锁仅为人工申报，缺少照片或第二见证人')
  })

  const behindLk5 = async () => {
    const planned = (demoDraft().points ?? []).map((point) =>
      point.pointId === 'demo-pt3' ? { ...point, plannedLockId: 'demo-lk5' } : point,
    )
    return carryOut(plant, 'isolating', await plant.draft({ points: planned }))
  }
  const pt3 = (workId: string) => ({ workId, pointId: 'demo-pt3' })
  const operate = (workId: string) =>
    plant.take('u9', tickets.pointOperate, { ...pt3(workId), proof: { qr: 'PT3' } })
  const hang = async (workId: string, proof: object = {}) => {
    await plant.take('u9', tickets.pointLock, { ...pt3(workId), lockId: 'demo-lk5', proof })
    return plant.take('u9', tickets.pointTag, pt3(workId))
  }
  const witness = async (workId: string) =>
    plant.call('u10', tickets.pointWitness, { ...pt3(workId), photo: await plant.photo('u10') })
  const drain = (workId: string) =>
    plant.take('u9', tickets.pointOperate, {
      workId,
      pointId: 'demo-pt4',
      proof: { qr: 'PT4' },
      residualDone: 1,
    })
  const lockOthers = async (workId: string) => {
    for (const [n, pointId] of [
      [1, 'demo-pt1'],
      [2, 'demo-pt2'],
    ] as const) {
      const here = { workId, pointId }
      await plant.take('u9', tickets.pointOperate, { ...here, proof: { qr: `PT${n}` } })
      await plant.locks.closes(`LK${n}`)
      await plant.take('u9', tickets.pointLock, { ...here, lockId: `demo-lk${n}` })
      await plant.take('u9', tickets.pointTag, here)
    }
  }

  it('nobody witnesses it before it hangs', async () => {
    const id = await behindLk5()
    plant.at('08:50')
    await lockOthers(id)
    expect((await witness(id)).message).toContain('现在没有上锁')
    await operate(id)
    expect((await witness(id)).message).toContain('现在没有上锁')
    await hang(id)
    expect(await drain(id)).toMatchObject({ execPhase: 10 })
    expect(await witness(id)).toMatchObject({ success: true, result: { execPhase: 11 } })
  })

  it('photo and witness of its first hanging say nothing of the second (T25)', async () => {
    const id = await behindLk5()
    plant.at('08:50')
    await lockOthers(id)
    await operate(id)
    await hang(id, { photo: await plant.photo('u9') })
    await drain(id)
    expect(await witness(id)).toMatchObject({ result: { execPhase: 11 } })
    await plant.take('u6', tickets.pointFail, { ...pt3(id), reason: 'LK5 不在阀上' })
    expect(await one(`select lock_status, state_trust from lo_lock where id = 'demo-lk5'`)).toEqual({
      lock_status: 0,
      state_trust: 9,
    })
    await operate(id)
    expect(await hang(id)).toMatchObject({ execPhase: 10 })
    await plant.take('u10', tickets.pointFail, { ...pt3(id), reason: '没有拍照' })
    await operate(id)
    expect(await hang(id, { photo: await plant.photo('u9') })).toMatchObject({ execPhase: 10 })
    expect(await witness(id)).toMatchObject({ result: { execPhase: 11 } })
  })

  it('a claim never talks over what an online lock has reported: nothing is held by an open lock (I2, T22)', async () => {
    const id = await carryOut(plant, 'isolating')
    await plant.locks.opens('LK1')
    const at = { workId: id, pointId: 'demo-pt1' }
    await plant.take('u9', tickets.pointOperate, { ...at, proof: { qr: 'PT1' } })
    const claim = { ...at, lockId: 'demo-lk1', proof: { photo: await plant.photo('u9') } }
    const refused = await plant.call('u9', tickets.pointLock, claim)
    expect(refused.message).toContain('锁具 LK1 报告已开锁')
    expect(await one(`select lock_status, state_trust from lo_lock where id = 'demo-lk1'`)).toEqual({
      lock_status: 2,
      state_trust: 1,
    })
  })
})

describe('a point that failed (T25, T23, G11)', () => {
  const start = (who: string, workId: string) => plant.call(who, tickets.start, { workId })
  const stateOf = async (pointId: string) =>
    (await one(`select state from lo_work_point where point_id = '${pointId}'`)).state

  it('is operated, locked and tagged anew before it counts: its old shut lock and hung tag prove nothing', async () => {
    const workId = await carryOut(plant, 'verified')
    const at = { workId, pointId: 'demo-pt2' }
    expect(await plant.take('u10', tickets.pointFail, { ...at, reason: '压力回升' })).toMatchObject({
      transId: 'T25',
      execPhase: 10,
    })
    expect(await stateOf('demo-pt2')).toBe(9)
    expect((await start('u5', workId)).success).toBe(false)

    plant.at('08:55')
    expect(await plant.take('u9', tickets.pointOperate, { ...at, proof: { qr: 'PT2' } })).toMatchObject({
      execPhase: 10,
    })
    expect(
      (await plant.call('u10', tickets.pointVerify, proofOf(workId, 'demo-pt2', '3', '0', 'MPa'))).success,
    ).toBe(false)
    // What it reports of the lock that never opened changes nothing either.
    await plant.locks.confirms('LK2')
    expect(await plant.state(workId)).toBe('4/10')

    await plant.locks.closes('LK2')
    expect(await plant.take('u9', tickets.pointLock, { ...at, lockId: 'demo-lk2' })).toMatchObject({
      execPhase: 10,
    })
    expect(await plant.take('u9', tickets.pointTag, at)).toMatchObject({ transId: 'T23', execPhase: 11 })
    plant.at('08:57')
    await plant.take('u10', tickets.pointVerify, proofOf(workId, 'demo-pt2', '3', '0', 'MPa'))
    expect(await plant.state(workId)).toBe('4/12')
  })

  it('a drain that failed is released anew', async () => {
    const workId = await carryOut(plant, 'verified')
    const at = { workId, pointId: 'demo-pt4' }
    await plant.take('u10', tickets.pointFail, { ...at, reason: '排放口被关闭' })
    await plant.locks.confirms('LK1')
    expect(await plant.state(workId)).toBe('4/10')
    const again = { ...at, proof: { qr: 'PT4' }, residualDone: 1 }
    plant.at('08:55')
    expect(await plant.take('u9', tickets.pointOperate, again)).toMatchObject({ execPhase: 11 })
  })
})

describe('a point two tickets rely on', () => {
  it('G24 T43: restoring frees our hold only; the point stays shut for the other ticket, our lock is handed back', async () => {
    const id = await carryOut(plant, 'releasing')
    await plant.world.database.pool.query(`
      insert into lo_work select (jsonb_populate_record(w, jsonb_build_object('id', 'other', 'work_no', 'OTHER-1'))).*
        from lo_work w where id = '${id}';
      insert into lo_point_hold (id, point_id, work_id, user_id, lock_id, hold_type, state)
        values ('oh', 'demo-pt3', 'other', 'u9', 'demo-lk5', 1, 1)`)
    await plant.take('u6', tickets.personalLockOff, { workId: id, lockId: 'demo-pl6' })
    await plant.take('u7', tickets.personalLockOff, { workId: id, lockId: 'demo-pl7' })
    await plant.take('u9', tickets.pointRestore, { workId: id, pointId: 'demo-pt4' })
    const restored = await plant.take('u9', tickets.pointRestore, { workId: id, pointId: 'demo-pt3' })
    expect(restored.rules.find((rule) => rule.id === 'G24')).toMatchObject({ pass: false })
    expect(await one(`select curr_state, hold_count from lo_point where id = 'demo-pt3'`)).toEqual({
      curr_state: 3,
      hold_count: 1,
    })
    expect(await one(`select custody, holder_id, point_id from lo_lock where id = 'demo-lk3'`)).toEqual({
      custody: 1,
      holder_id: 'u9',
      point_id: null,
    })
  })

  it('G18 T43: no point goes back while a personal lock is on, and only in reverse order', async () => {
    const id = await carryOut(plant, 'releasing')
    const restore = (pointId: string) => plant.call('u9', tickets.pointRestore, { workId: id, pointId })
    const refused = await restore('demo-pt4')
    expect(refused).toMatchObject({ success: false, code: 4211 })
    expect(refused.message).toContain('PL6（孙作）')
    await plant.take('u6', tickets.personalLockOff, { workId: id, lockId: 'demo-pl6' })
    await plant.take('u7', tickets.personalLockOff, { workId: id, lockId: 'demo-pl7' })
    expect((await restore('demo-pt1')).message).toContain('须先恢复')
    expect((await restore('demo-pt4')).success).toBe(true)
    await plant.locks.opens('LK3')
    expect((await restore('demo-pt3')).success).toBe(true)
  })

  it('T44 G19: a lock that was listed and never taken out of store keeps nothing up, and one that was does', async () => {
    const id = await carryOut(plant, 'working')
    await plant.world.database.pool.query(
      `insert into lo_work_lock (id, tenant_id, work_id, lock_id, use_type, state) values ('spare', 0, $1, 'demo-lk5', 1, 0)`,
      [id],
    )
    await plant.world.database.pool.query('update lo_work set exec_phase = 24 where id = $1', [id])
    const failing = async () => {
      const { rules } = (await plant.call('u5', tickets.finish, { workId: id })).result
      return rules.find((rule) => rule.id === 'G19')?.text ?? ''
    }
    expect(await failing()).not.toContain('LK5')
    await plant.world.database.pool.query(`update lo_lock set custody = 1 where id = 'demo-lk5'`)
    expect(await failing()).toContain('LK5')
  })

  it('T44 G19 G20 G26: an open lock, an unrestored point and an open session keep the ticket from ending', async () => {
    const id = await carryOut(plant, 'restored')
    await plant.locks.opens('LK4')
    plant.at('15:20')
    const refused = await plant.call('u5', tickets.finish, { workId: id })
    expect(refused.success).toBe(false)
    const { rules } = refused.result
    expect(rules.filter((rule) => !rule.pass).map((rule) => rule.id)).toEqual(['G19', 'G26'])
    await plant.locks.closes('LK4')
    expect(await plant.call('u5', tickets.finish, { workId: id, closeResult: '9' })).toMatchObject({
      success: false,
      message: expect.stringContaining('完工结论'),
    })
    await plant.take('u5', tickets.finish, { workId: id })
    // The territory's owner is the manager of the area as well as the post DEPT of its department.
    await plant.world.database.pool.query(`update lo_area set manager_id = 'u12' where id = 'demo-a01'`)
    expect(await plant.take('u12', tickets.accept, { workId: id })).toMatchObject({ transId: 'ASK' })
    expect(await plant.take('u4', tickets.finish, { workId: id })).toMatchObject({ transId: 'T44' })
  })
})
