import {
  auditEndpoints,
  boardEndpoints,
  evidenceEndpoints,
  lockEndpoints,
  lockRecordEndpoints,
  replayEndpoints,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { audit } from '../audit/index.ts'
import { createWarningWorld, type WarningWorld } from '../warnings/testing/warning-world.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'

let plant: WarningWorld
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'suoan-alarms-'))
  plant = await createWarningWorld({ features: [{ name: 'audit', mount: audit }], env: { DATA_DIR: folder } })
})
afterEach(async () => {
  await plant[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const bellOf = async (who: string) => (await plant.bell(who)).sysMsgList.map(({ titile }) => titile)

describe('an alarm that a ticket raises', () => {
  it('A17 T25 is told to the leader, the guardian and SAFETY, like one that a lock reports', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.take('u6', tickets.pointFail, { workId, pointId: 'demo-pt2', reason: '阀门渗漏' })
    expect(await plant.alarms()).toMatchObject([{ alarm_type: 'A17', work_id: workId, count: 1, status: 0 }])
    for (const who of ['u5', 'u8', 'u12'])
      expect(await bellOf(who)).toContainEqual(expect.stringContaining('隔离点状态与票不符报警'))
    expect(await bellOf('u7')).not.toContainEqual(expect.stringContaining('报警'))
  })

  it('names who can close it, on the list and in the refusal it causes (G16), as long as it stands', async () => {
    const workId = await carryOut(plant, 'working')
    await plant.world.database.pool.query(`
      insert into sys_permission (id, name, menu_type, perms) values ('close', '关闭报警', 2, 'lo:alarm:close');
      insert into sys_role_permission (id, role_id, permission_id)
        select 'close-' || id, id, 'close' from sys_role where role_code = 'SAFETY'`)
    plant.at('10:00')
    await plant.take('u6', tickets.pointFail, { workId, pointId: 'demo-pt2', reason: '阀门渗漏' })
    const refused = await plant.call('u5', tickets.resume, { workId })
    expect(JSON.stringify(refused.result)).toContain(
      '请 褚安、李审 处理并关闭报警：隔离点状态与票不符（A01A01）',
    )
    const list = async () => {
      const answer = await plant
        .as('u12', { permissions: new Set(['lo:alarm:list']) })
        .get('/loalarm/loAlarm/list')
      return (answer.result as { records: { handlers: string[] }[] }).records.map(({ handlers }) => handlers)
    }
    expect(await list()).toEqual([['褚安', '李审']])
    // It stands among what waits for him; a keeper who may only acknowledge has that to do, a worker nothing.
    const waits = async (who: string, right: string) =>
      (
        await plant
          .as(who, { permissions: new Set(['lo:board:list', right]) })
          .get<{ kind: string; title: string }[]>(boardEndpoints.todo.path)
      ).result.flatMap(({ kind, title }) => (kind === 'alarm' ? [title] : []))
    expect(await waits('u12', 'lo:alarm:close')).toEqual(['处理报警：隔离点状态与票不符（A01A01）'])
    expect(await waits('u8', 'lo:alarm:ack')).toEqual(['确认报警：隔离点状态与票不符（A01A01）'])
    expect(await waits('u7', 'lo:alarm:ack')).toEqual([])
    await plant.world.database.pool.query('update lo_alarm set status = 3')
    expect(await list()).toEqual([[]])
  })

  it('A17 T24 is over when the point is proven again, and the list hears of it', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const changed: string[] = []
    plant.world.ctx.broadcasts.on('resource.changed', ({ resource, ids }) => {
      if (resource === 'alarm') changed.push(...ids)
    })
    const at = { workId, pointId: 'demo-pt2' }
    await plant.take('u6', tickets.pointFail, { ...at, reason: '阀门渗漏' })
    await plant.take('u9', tickets.pointOperate, { ...at, proof: { qr: 'PT2' } })
    await plant.locks.closes('LK2')
    await plant.take('u9', tickets.pointLock, { ...at, lockId: 'demo-lk2' })
    await plant.take('u9', tickets.pointTag, at)
    plant.at('10:05')
    const proof = { verifyMethod: '3', verifyValue: '0', verifyUnit: 'MPa', verifyResult: 1 }
    await plant.take('u10', tickets.pointVerify, { ...at, ...proof })
    const [alarm] = await plant.alarms()
    expect(alarm).toMatchObject({ alarm_type: 'A17', status: 2 })
    expect(changed.filter((id) => id === alarm?.['id']).length).toBeGreaterThanOrEqual(2)
  })

  it('A18 T40 people still inside at the end are one alarm, by the ticket and by the look, and it stands', async () => {
    const workId = await carryOut(plant, 'working')
    const personId = await plant.personId(workId, 'u6')
    await plant.take('u5', tickets.personIn, { workId, personId })
    plant.at('17:01')
    await plant.due()
    await plant.due()
    const late = (await plant.alarms()).filter((alarm) => alarm['alarm_type'] === 'A18')
    expect(late).toMatchObject([{ work_id: workId, status: 0 }])
    expect(await bellOf('u12')).toContainEqual(expect.stringContaining('人员滞留报警'))
  })
})

it('A19 L7 a rescue is told to the leader, the guardian and SAFETY, and pressed twice it is one alarm', async () => {
  await carryOut(plant, 'working')
  plant.at('10:00')
  for (const _ of [1, 2]) await plant.call('u8', lockEndpoints.open, { lockId: 'demo-lk4', rescue: true })
  expect((await plant.alarms()).filter((alarm) => alarm['alarm_type'] === 'A19')).toMatchObject([
    { count: 2 },
  ])
  for (const who of ['u5', 'u12'])
    expect(await bellOf(who)).toContainEqual(expect.stringContaining('救援开锁报警'))
})

describe('A15 a duress signal, for those who may not know of it', () => {
  const day = '2026-12-01'
  let workId: string
  beforeEach(async () => {
    workId = await carryOut(plant, 'working')
    plant.at('09:05')
    await plant.report('LK2', { type: 'DURESS' })
    await plant.report('LK2', { type: 'TIME' })
    await plant.due()
    if (!(await plant.alarms()).some((alarm) => alarm['alarm_type'] === 'A15')) throw new Error('no alarm')
  })

  it('is not one more alarm on the board, in its chart or in the figures of the day', async () => {
    const figures = async (who: string) => {
      const { alarms } = await plant.take(who, boardEndpoints.summary, {})
      const { byHour } = await plant.take(who, boardEndpoints.trend, { days: 1 })
      const days = await plant.take(who, lockRecordEndpoints.selectDate, { beginDate: day, endDate: day })
      return [alarms, byHour.reduce((sum, { alarmCount }) => sum + alarmCount, 0), days[0]?.alarmCount]
    }
    expect(await figures('u12')).toEqual([1, 1, 1])
    expect(await figures('u5')).toEqual([0, 0, 0])
  })

  it('is not in the replay of the ticket', async () => {
    const seenBy = async (who: string) =>
      JSON.stringify(await plant.take(who, replayEndpoints.replay, { id: workId }))
    expect(await seenBy('u12')).toContain('DURESS')
    expect(await seenBy('u5')).not.toContain('DURESS')
  })

  it('is in no list or sheet, and by no number (A15)', async () => {
    const { pool } = plant.world.database
    const { rows: alarms } = await pool.query(`select id from lo_alarm where alarm_type = 'A15'`)
    const { rows: logs } = await pool.query(`select id from lo_lock_log where event_type = 'DURESS'`)
    const codes = ['lo:alarm', 'lo:lockLog'].flatMap((code) => [`${code}:list`, `${code}:export`])
    const seenBy = async (who: string) => {
      const client = plant.as(who, { permissions: new Set(codes) })
      const seen: string[] = []
      for (const [path, id] of [
        ['/loalarm/loAlarm', alarms[0].id],
        ['/lolocklog/loLockLog', logs[0].id],
      ] as const) {
        if (JSON.stringify((await client.get(`${path}/list`)).result).includes(id)) seen.push(`${path} list`)
        if ((await client.get(`${path}/queryById`, { id })).success) seen.push(`${path} by id`)
        const sheet = await client.raw('GET', `${path}/exportXls`, { query: { selections: id } })
        if (/A15|DURESS|胁迫/.test(JSON.stringify(await readSheet(sheet.rawPayload))))
          seen.push(`${path} sheet`)
      }
      return seen
    }
    expect(await seenBy('u5')).toEqual([])
    expect(await seenBy('u12')).toEqual([
      '/loalarm/loAlarm list',
      '/loalarm/loAlarm by id',
      '/loalarm/loAlarm sheet',
      '/lolocklog/loLockLog list',
      '/lolocklog/loLockLog by id',
      '/lolocklog/loLockLog sheet',
    ])
  })

  it('has no proof by its number, leaves the chain whole, and is withheld from the evidence package, which still verifies', async () => {
    const auditor = { roleCodes: ['AUDITOR'] }
    const { rows } = await plant.world.database.pool.query(
      `select id, chain_seq from lo_lock_log where event_type = 'DURESS'`,
    )
    const query = { logId: rows[0].id }
    expect((await plant.as('u2', auditor).get(auditEndpoints.proof.path, query)).success).toBe(false)
    expect((await plant.as('u12').get(auditEndpoints.proof.path, query)).success).toBe(true)
    const verified = await plant
      .as('u2', auditor)
      .get(auditEndpoints.verify.path, { kind: 'lock', id: 'demo-lk2' })
    expect(verified).toMatchObject({ success: true, result: { ok: true, firstBreak: null } })
    expect(JSON.stringify(verified)).not.toContain('DURESS')

    await plant.take('u12', auditEndpoints.anchorMake)
    const { readArchive, checkPackage } = await checker()
    const packageOf = async (client: ReturnType<WarningWorld['as']>) => {
      const answer = await client.raw('GET', evidenceEndpoints.evidencePackage.path, {
        query: { id: workId },
      })
      return readArchive(answer.rawPayload)
    }
    const { publicKey } = await plant.take('u12', auditEndpoints.publicKey)
    const withheld = await packageOf(plant.as('u2', auditor))
    expect(String(withheld.get('chains.json')) + String(withheld.get('proofs.json'))).not.toContain('DURESS')
    const checked = checkPackage(withheld, publicKey)
    expect(checked.breaks).toEqual([])
    expect(checked.notes.join()).toContain('1 行不向导出人公开')
    const whole = await packageOf(plant.as('u12'))
    expect(String(whole.get('chains.json'))).toContain('DURESS')
    expect(checkPackage(whole, publicKey).notes.join()).not.toContain('不向导出人公开')
  })
})

interface Checker {
  readArchive(bytes: Buffer): Map<string, Buffer>
  checkPackage(files: Map<string, Buffer>, key: string): { breaks: unknown[]; notes: string[] }
}

/** The checker is no package of ours: it is loaded as the program it is. */
async function checker(): Promise<Checker> {
  const folderOf = fileURLToPath(new URL('../../../../apps/verify/src/', import.meta.url))
  const load = (name: string): Promise<unknown> => import(pathToFileURL(path.join(folderOf, name)).href)
  return { ...((await load('archive.mjs')) as Checker), ...((await load('package.mjs')) as Checker) }
}
