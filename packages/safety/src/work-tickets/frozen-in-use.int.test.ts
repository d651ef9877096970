import {
  area,
  device,
  energyEdge,
  energyEndpoints,
  energyNode,
  equip,
  lock,
  point,
  siteTagEndpoints,
  user,
  workTicketEndpoints as tickets,
  workType,
  type EnergyMap,
} from '@suoan/contract'
import { users } from '@suoan/admin/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { areas } from '../areas/index.ts'
import { devices } from '../devices/index.ts'
import { locks } from '../locks/index.ts'
import { policy } from '../policy/index.ts'
import { siteTags } from '../site-tags/index.ts'
import { carryOut, personId } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
let id: string
let workNo: string
beforeEach(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'locks', mount: locks },
      { name: 'devices', mount: devices },
      { name: 'users', mount: users },
      { name: 'policy', mount: policy },
      { name: 'site-tags', mount: siteTags },
    ],
  })
  id = await carryOut(plant, 'working')
  plant.at('10:00')
  await plant.take('u5', tickets.personIn, { workId: id, personId: await personId(plant, id, 'u6') })
  workNo = String((await plant.detail(id)).ticket['workNo'])
})
afterEach(() => plant[Symbol.asyncDispose]())

/** Edits a row with its present revision, as its page does; `where` finds it. */
async function edit({ table, path }: { table: string; path: string }, rowId: string, change: object) {
  const { rows } = await plant.world.database.pool.query<{ revision: number }>(
    `select revision from ${table} where id = $1`,
    [rowId],
  )
  return plant.world.as().put(`${path}/edit`, { id: rowId, revision: rows[0]?.revision, ...change })
}
const refused = (...parts: string[]) => ({
  success: false,
  message: expect.stringMatching(new RegExp([...parts, workNo].map((part) => `(?=.*${part})`).join(''))),
})

describe('what a live ticket relies on is not changed under it', () => {
  it('the owner, point, purpose and device of a lock that hangs or is planned; its name is free', async () => {
    expect(await edit(lock, 'demo-pl6', { ownerUserId: 'u7' })).toMatchObject(refused('PL6', '个人锁所属人'))
    expect(await edit(lock, 'demo-lk1', { pointId: 'demo-pt2' })).toMatchObject(refused('LK1', '安装隔离点'))
    expect(await edit(lock, 'demo-lk1', { deviceSn: 'LK77' })).toMatchObject({ success: false })
    expect(await edit(lock, 'demo-lk4', { lockPurpose: 1 })).toMatchObject(refused('LK4', '用途'))
    expect(await edit(lock, 'demo-lb1', { lockPurpose: 1 })).toMatchObject(refused('LB1', '用途'))
    expect(await edit(lock, 'demo-lk1', { lockName: '主进线锁', ownerUserId: null })).toMatchObject({
      success: true,
    })
  })

  it('the policy it was approved under: stricter at any time, laxer and gone only when nobody works under it', async () => {
    const { rows } = await plant.world.database.pool.query<{ id: string }>(
      `select t.id from lo_work_type t join lo_work w on w.work_type = t.type_code and w.work_level = t.level_code
        and w.tenant_id = t.tenant_id where w.id = $1`,
      [id],
    )
    const row = String(rows[0]?.id)
    expect(await edit(workType, row, { personalLock: 0, briefRequired: 0 })).toMatchObject(
      refused('个人锁', '安全交底'),
    )
    expect(await edit(workType, row, { status: 0 })).toMatchObject(refused('状态'))
    expect(await plant.world.as().delete(`${workType.path}/delete`, { id: row })).toMatchObject(
      refused('不能删除'),
    )
    expect(await edit(workType, row, { guardRequired: 2 })).toMatchObject({ success: true })
    expect(await edit(workType, row, { typeName: '检维修能量隔离作业' })).toMatchObject({ success: true })
    await plant.world.database.pool.query(
      'update lo_work set work_status = 30, exec_phase = 30 where id = $1',
      [id],
    )
    expect(await edit(workType, row, { personalLock: 0 })).toMatchObject({ success: true })
  })

  it('the carrier and the kind of a device that a lock in use speaks through', async () => {
    expect(await edit(device, 'demo-dev-lk1', { parentSn: 'K1' })).toMatchObject(refused('LK1', '上级网关'))
    expect(await edit(device, 'demo-dev-lk1', { kind: 'CAM' })).toMatchObject(refused('LK1', '设备类别'))
    expect(await edit(device, 'demo-dev-gw1', { kind: 'KEY' })).toMatchObject(refused('设备类别'))
    expect(await edit(device, 'demo-dev-gw1', { deviceName: '一号网关' })).toMatchObject({ success: true })
  })

  it('the secret of its gateway at once; with a term it is changed', async () => {
    const rotate = (graceHours: number) =>
      plant.world.as().post(`${device.path}/rotate`, { deviceSn: 'GW1', graceHours })
    expect(await rotate(0)).toMatchObject(refused('GW1', '旧密钥'))
    expect(await rotate(2)).toMatchObject({ success: true })
  })

  it('what its place is; the name of the place is free', async () => {
    const { area_id: areaId } = (
      await plant.world.database.pool.query('select area_id from lo_work where id = $1', [id])
    ).rows[0]
    expect(await edit(area, areaId, { exZone: '1' })).toMatchObject(refused('防爆分区'))
    expect(await edit(area, areaId, { areaType: '2' })).toMatchObject({ success: false })
    expect(await edit(area, areaId, { pid: 'demo-other' })).toMatchObject({ success: false })
    expect(await edit(area, areaId, { dutyPhone: '0571-88888888' })).toMatchObject({ success: true })
    const { rows } = await plant.world.database.pool.query('select pid, id from lo_area where id = $1', [
      areaId,
    ])
    const move = { id: rows[0].id, newPid: '0' }
    if (rows[0].pid !== '0')
      expect(await plant.world.as().put(`${area.path}/move`, move)).toMatchObject({ success: false })
  })

  it('what the place behind its access lock is, and a place inside its area', async () => {
    const { pool } = plant.world.database
    await pool.query(
      `update lo_lock set area_id = 'demo-a010201', area_code = 'A01A02A01' where id = 'demo-lk4'`,
    )
    expect(await edit(area, 'demo-a010201', { areaType: '3' })).toMatchObject(refused('区域类型'))
    await pool.query(`update lo_lock set area_id = 'demo-a0101', area_code = 'A01A01' where id = 'demo-lk4'`)
    expect(await edit(area, 'demo-a010201', { dutyPhone: '0571-88888888' })).toMatchObject({ success: true })
    await pool.query(`update lo_work set area_id = 'demo-a01', area_code = 'A01' where id = $1`, [id])
    expect(await edit(area, 'demo-a0102', { fireZone: '2' })).toMatchObject(refused('动火分区'))
  })

  it('the energy map its isolation was proven on: what is added is free, nothing of it goes or carries another way', async () => {
    const map = async () => (await plant.world.as().get<EnergyMap>(energyEndpoints.map.path)).result
    const save = async (change: (drawn: EnergyMap) => object) => {
      const drawn = await map()
      return plant.world.as().post(energyEndpoints.saveMap.path, { ...drawn, ...change(drawn) })
    }
    const gone = (path: string, row: string) => plant.world.as().delete(`${path}/delete`, { id: row })
    expect(await gone(energyNode.path, 'demo-n-h1')).toMatchObject(refused('只能增加'))
    expect(await gone(energyEdge.path, 'demo-e2')).toMatchObject(refused('只能增加'))
    expect(await edit(energyEdge, 'demo-e2', { pointId: 'demo-pt1' })).toMatchObject(refused('只能增加'))
    expect(await edit(energyNode, 'demo-n-p101', { equipId: '' })).toMatchObject(refused('只能增加'))
    expect(await edit(energyEdge, 'demo-e2', { weight: 5 })).toMatchObject({ success: true })
    const fewer = (drawn: EnergyMap) => ({ edges: drawn.edges.filter((edge) => edge.id !== 'demo-e3') })
    expect(await save(fewer)).toMatchObject(refused('只能增加'))
    const source = { id: 'new-source', code: 'N-9', type: 'SOURCE' as const }
    const line = { id: 'new-line', fromId: 'new-source', toId: 'demo-n-p101', weight: 1 }
    const more = (drawn: EnergyMap) => ({
      nodes: [...drawn.nodes, source],
      edges: [...drawn.edges, { ...line, directed: true, normalOpen: true, pointId: null }],
    })
    expect(await save(more)).toMatchObject({ success: true })
  })

  it('the map around the equipment of its access lock, and what that equipment is', async () => {
    await plant.world.database.pool.query(`
      insert into lo_equip (id, equip_code, equip_name, area_id, area_code) values ('eq9', 'K-9', '电容器柜', 'demo-a0101', 'A01A01');
      insert into lo_energy_node (id, node_code, node_type) values ('n9', 'K-9', 'ZONE'), ('n8', 'C-8', 'SOURCE');
      insert into lo_energy_edge (id, from_id, to_id, directed) values ('g9', 'n8', 'n9', 1);
      update lo_lock set equip_id = 'eq9' where id = 'demo-lk4'`)
    const gone = (path: string, row: string) => plant.world.as().delete(`${path}/delete`, { id: row })
    expect(await gone(energyEdge.path, 'g9')).toMatchObject(refused('只能增加'))
    expect(await gone(energyNode.path, 'n8')).toMatchObject(refused('只能增加'))
    expect(await edit(equip, 'eq9', { equipCode: 'K-10' })).toMatchObject(refused('电容器柜', '设备位号'))
    expect(await edit(equip, 'eq9', { areaId: 'demo-a0102' })).toMatchObject(refused('电容器柜', '区域'))
    expect(await edit(equip, 'eq9', { equipName: '无功补偿柜' })).toMatchObject({ success: true })
    expect(await gone(equip.path, 'eq9')).toMatchObject(refused('不能删除'))
    expect(await edit(lock, 'demo-lk4', { equipId: '' })).toMatchObject(refused('LK4', '关联设备'))
  })

  it('what shows that somebody stands there: tags and places get no new value, and may be taken away', async () => {
    expect(await edit(point, 'demo-pt1', { nfcUid: 'IN-MY-POCKET' })).toMatchObject(refused('Q1', 'NFC 标签'))
    expect(await edit(point, 'demo-pt1', { qrCode: 'IN-MY-POCKET' })).toMatchObject(refused('Q1', '二维码'))
    expect(await edit(lock, 'demo-lk4', { qrCode: 'IN-MY-POCKET' })).toMatchObject(refused('LK4', '二维码'))
    expect(await edit(lock, 'demo-lk4', { lng: 121.4, lat: 31.2 })).toMatchObject(
      refused('LK4', '经度', '纬度'),
    )
    expect(await edit(lock, 'demo-lk4', { groupIds: ['everybody'] })).toMatchObject(
      refused('LK4', '锁具分组'),
    )
    expect(await edit(point, 'demo-pt1', { nfcUid: '' })).toMatchObject({ success: true })
  })

  it('a tag that somebody of its ticket would print for himself', async () => {
    const issue = (who: string, place: object) => plant.call(who, siteTagEndpoints.issue, place)
    const tags = [
      { kind: 'POINT', id: 'demo-pt1' },
      { kind: 'LOCK', id: 'demo-lk4' },
      { kind: 'AREA', id: 'demo-a0101' },
    ]
    for (const place of tags) {
      expect(await issue('u9', place)).toMatchObject(refused('票外人员'))
      expect(await issue('u11', place)).toMatchObject({ success: true })
    }
  })

  it('how a point is isolated; its instruction is free', async () => {
    expect(await edit(point, 'demo-pt1', { lockCount: 0 })).toMatchObject(refused('Q1', '需锁数量'))
    expect(await edit(point, 'demo-pt1', { isoMethod: '9' })).toMatchObject({ success: false })
    expect(await edit(point, 'demo-pt1', { instruction: '断开后挂牌' })).toMatchObject({ success: true })
  })
})

describe('an account and its ticket', () => {
  it('whoever has a part in a ticket under way is neither deleted nor taken out of its tenant', async () => {
    const remove = (userId: string) => plant.world.as().delete(`${user.path}/delete`, { id: userId })
    expect(await remove('u5')).toMatchObject(refused('是负责人'))
    expect(await edit(user, 'u5', { relTenantIds: '7' })).toMatchObject({ success: false })
    await plant.world.database.pool.query(
      'update lo_work set work_status = 30, exec_phase = 30 where id = $1',
      [id],
    )
    expect(await remove('u9')).toMatchObject({ success: true })
  })

  it('who freezes somebody named on a ticket is told which', async () => {
    const freeze = (ids: string) => plant.world.as().put(`${user.path}/frozenBatch`, { ids, status: 2 })
    expect(await freeze('u5')).toMatchObject({
      success: true,
      message: expect.stringMatching(new RegExp(`更换人员.*是负责人.*${workNo}`)),
    })
  })

  const enter = async () =>
    plant.call('u5', tickets.personIn, { workId: id, personId: await personId(plant, id, 'u7') })
  const join = () =>
    plant.call('u5', tickets.crewAdd, { workId: id, userId: 'u13', roleTag: 'CONTR', personSource: 2 })
  const takePost = async () =>
    plant.call('u8', tickets.guardIn, { workId: id, personId: await personId(plant, id, 'u8') })

  it.each([
    ['frozen', 'enters (T28)', 'u7', 'status = 2', enter],
    ['deleted', 'enters (T28)', 'u7', 'del_flag = 1', enter],
    ['deleted', 'joins the crew (T31)', 'u13', 'del_flag = 1', join],
    ['deleted', 'signs in as guardian (G15)', 'u8', 'del_flag = 1', takePost],
  ])('who is %s at the moment he %s does not, and is told why', async (_state, _act, who, end, act) => {
    const client = await plant.world.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`select 1 from sys_user where id = $1 for update`, [who])
      await client.query(`update sys_user set ${end} where id = $1`, [who])
      const answer = act()
      // It waits for the end of the account, whichever way it goes.
      expect(await Promise.race([answer.then(() => 'answered'), waiting()])).toBe('waiting')
      await client.query('commit')
      expect(await answer).toMatchObject({
        success: false,
        message: expect.stringContaining('账号已冻结或删除'),
      })
    } finally {
      client.release()
    }
  })

  it('T28: of an entry and a freezing at the same time one loses and is told', async () => {
    const entering = await personId(plant, id, 'u7')
    const [entry, freezing] = await Promise.all([
      plant.call('u5', tickets.personIn, { workId: id, personId: entering }),
      plant.world.as().put(`${user.path}/frozenBatch`, { ids: 'u7', status: 2 }),
    ])
    expect([entry.success, freezing.success].filter(Boolean)).toHaveLength(1)
    const loser = entry.success ? freezing : entry
    expect(loser.message).toMatch(/仍在现场|账号已冻结或删除/)
  })
})

/** Answers once a statement waits for a row that another transaction holds. */
async function waiting(): Promise<'waiting'> {
  for (;;) {
    const { rows } = await plant.world.database.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    if ((rows[0]?.n ?? 0) > 0) return 'waiting'
  }
}

describe('people a live ticket counts on', () => {
  const remove = (userId: string) => plant.world.as().delete(`${user.path}/delete`, { id: userId })
  const freeze = (...ids: string[]) =>
    plant.world.as().put(`${user.path}/frozenBatch`, { ids: ids.join(','), status: 2 })

  it('are neither deleted nor frozen while they are inside or guard; one outside is frozen, not deleted', async () => {
    expect(await remove('u6')).toMatchObject(refused('孙作', '现场', 'PL6'))
    expect(await remove('u8')).toMatchObject(refused('监护人'))
    expect(await remove('u7')).toMatchObject(refused('PL7'))
    expect(await freeze('u13', 'u6')).toMatchObject(refused('孙作', '现场'))
    expect(await freeze('u8')).toMatchObject(refused('监护人'))
    expect(await freeze('u7')).toMatchObject({ success: true })
    const { rows } = await plant.world.database.pool.query(
      `select id, status, del_flag from sys_user where id in ('u6', 'u7', 'u8', 'u13') order by id`,
    )
    expect(rows.map((row) => [row.id, row.status, row.del_flag])).toEqual([
      ['u13', 1, 0],
      ['u6', 1, 0],
      ['u7', 2, 0],
      ['u8', 1, 0],
    ])
  })
})
