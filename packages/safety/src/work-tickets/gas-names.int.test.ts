import { gasStd, workTicketEndpoints as tickets, workType } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policy } from '../policy/index.ts'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ features: [{ name: 'policy', mount: policy }] })
})
afterEach(() => plant[Symbol.asyncDispose]())

const sample = {
  pointDesc: '泵坑',
  gasCode: 'H2S',
  value: 50,
  unit: 'mg/m3',
  sampleTime: '2026-12-01 09:59:00',
  deviceSn: 'GAS1',
}
const again = { sampleTime: '2026-12-01 10:05:00' }
const query = async (text: string, values: unknown[] = []) =>
  (await plant.world.database.pool.query(text, values)).rows
const add = (limits: object) => plant.world.as().post(`${gasStd.path}/add`, limits)

describe('the name of a gas (G14, T30, T55)', () => {
  it.each([['硫化氢'], ['H₂S'], ['h2s'], ['Ｈ２Ｓ'], ['H2 S']])(
    'bad air called %s is that gas: only H2S that is good again answers for it',
    async (gasCode) => {
      const workId = await carryOut(plant, 'working')
      plant.at('10:00')
      await plant.take('u6', tickets.gasAdd, { workId, ...sample, gasCode })
      const { stopCauses } = await plant.detail(workId)
      expect(stopCauses).toMatchObject([{ reason: '气体检测不合格：泵坑 H2S' }])
      plant.at('10:10')
      const close = { workId, causeId: stopCauses[0]?.causeId ?? '', evidence: '已通风，重新检测合格' }
      for (const code of ['O2', '氧气'])
        await plant.take('u10', tickets.gasAdd, {
          workId,
          ...sample,
          ...again,
          gasCode: code,
          value: 20.9,
          unit: '%vol',
        })
      expect((await plant.call('u12', tickets.causeClose, close)).message).toContain('泵坑 H2S')
      await plant.take('u10', tickets.gasAdd, { workId, ...sample, ...again, gasCode, value: 1 })
      await plant.take('u12', tickets.causeClose, close)
      expect(
        await query(
          `select distinct gas_code, limit_max::float8 as limit_max from lo_work_gas where work_id = $1 order by 1`,
          [workId],
        ),
      ).toEqual([
        { gas_code: 'H2S', limit_max: 10 },
        { gas_code: 'O2', limit_max: 21 },
      ])
    },
  )

  it('a gas without limits stops the work, never passes, and is not answered by any other gas', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.take('u10', tickets.gasAdd, { workId, ...sample, gasCode: '苯', value: 1 })
    expect(await plant.state(workId)).toBe('20/21')
    const { stopCauses } = await plant.detail(workId)
    expect(stopCauses).toMatchObject([{ reason: '气体检测不合格：泵坑 苯' }])
    const [trans] = await query(
      `select diff->>'doubt' as doubt from lo_work_trans where work_id = $1 order by seq desc limit 1`,
      [workId],
    )
    expect(trans?.['doubt']).toContain('气体“苯”没有合格标准')
    expect(trans?.['doubt']).toContain('H2S（硫化氢）')
    plant.at('10:10')
    for (const gasCode of ['O2', 'CH4', 'H2S', '苯'])
      await plant.take('u10', tickets.gasAdd, {
        workId,
        ...sample,
        ...again,
        gasCode,
        value: gasCode === 'O2' ? 20.9 : 0,
        unit: gasCode === 'H2S' ? 'mg/m3' : '%vol',
      })
    const close = { workId, causeId: stopCauses[0]?.causeId ?? '', evidence: '已通风，重新检测合格' }
    expect((await plant.call('u12', tickets.causeClose, close)).message).toContain('泵坑 苯')
    // With limits for it, a good sample of that very gas answers.
    const limits = { gasName: '苯', kind: 3, limitMin: 0, limitMax: 3, unit: 'mg/m3' }
    expect(await add({ ...limits, gasCode: 'C6H6' })).toMatchObject({ success: true })
    plant.at('10:20')
    await plant.take('u10', tickets.gasAdd, {
      workId,
      ...sample,
      sampleTime: '2026-12-01 10:15:00',
      gasCode: '苯',
      value: 0.5,
    })
    await plant.take('u12', tickets.causeClose, close)
  })

  it('limits and the gases of a policy are kept under one name', async () => {
    const limits = { gasName: '硫化氢', kind: 3, limitMin: 0, limitMax: 5, unit: 'mg/m3' }
    expect(await add({ ...limits, gasCode: 'SH2' })).toMatchObject({ success: false })
    expect(await add({ ...limits, gasCode: 'OXY', gasName: '氧', kind: 3 })).toMatchObject({
      success: false,
      message: expect.stringContaining('O2 的类别须为“氧”'),
    })
    expect(await add({ ...limits, gasCode: 'VOCS', gasName: '挥发性有机物' })).toMatchObject({
      success: true,
    })
    const [row] = await query(`select id, revision from lo_work_type order by id limit 1`)
    const change = { ...row, gasCodes: 'o₂，硫化氢、挥发性有机物' }
    expect(await plant.world.as().put(`${workType.path}/edit`, change)).toMatchObject({ success: true })
    expect(await query(`select gas_codes from lo_work_type where id = $1`, [row?.['id']])).toEqual([
      { gas_codes: 'O2,H2S,VOCS' },
    ])
  })
})
