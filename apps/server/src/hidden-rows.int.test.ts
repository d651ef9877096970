import {
  alarmEndpoints,
  announcementEndpoints,
  areaEndpoints,
  auditEndpoints,
  departRoleEndpoints,
  deviceEndpoints,
  energyEndpoints,
  evidenceEndpoints,
  externalPersonEndpoints,
  grantEndpoints,
  lockEndpoints,
  offlineEndpoints,
  permissionEndpoints,
  roleEndpoints,
  rolloutEndpoints,
  siteTagEndpoints,
  stopOrderEndpoints,
  userEndpoints,
  warningEndpoints,
  workTicketEndpoints,
  type Endpoint,
} from '@suoan/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { features } from './features.ts'
import { storeRow } from './testing/store-row.ts'

const OWNER_TENANT = 71
const STRANGER_TENANT = 72
const hidden = 'row-of-another'
const code = 'code-of-another'
const path = '20260301/0123456789abcdef0123456789abcdef.png'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features })
  for (const [table, values] of Object.entries(rows))
    await storeRow(world.database.pool, table, {
      ...('path' in values ? {} : { id: hidden }),
      ...values,
      tenant_id: OWNER_TENANT,
    })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => void world.clock.advance(11 * 60_000))

/** A row each, of another tenant, as the calls below ask for them. */
const rows: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  lo_area: { area_code: 'A01', pid: '0' },
  lo_lock: {},
  lo_device: { device_sn: code, kind: 'GAS' },
  lo_alarm: { alarm_type: 'A03' },
  lo_unclose_lock: {},
  lo_external_person: {},
  lo_work: { work_no: code },
  lo_audit_anchor: {},
  lo_stop_order: {},
  lo_rollout: {},
  lo_firmware: {},
  lo_cmd: { cmd_id: code },
  lo_energy_node: {},
  lo_lock_log: { event_type: 'OPEN' },
  sys_user: {},
  sys_role: {},
  sys_depart: {},
  sys_announcement: {},
  sys_log: {},
  stored_file: { path },
}

const locks = { lockIds: hidden, reason: '盘点' }
const device = { deviceSn: code, reason: '盘点' }
/** Calls that name a row, beside the eight verbs of every resource (`convention.int.test.ts`). */
const calls: readonly (readonly [
  title: string,
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
])[] = [
  ['an area is moved', areaEndpoints.move, { id: hidden }],
  [
    'an area is stopped',
    stopOrderEndpoints.order,
    { areaId: hidden, clientOpId: '01HZZZZZZZZZZZZZZZZZZZZZZ1' },
  ],
  [
    'a stop is lifted',
    stopOrderEndpoints.lift,
    { id: hidden, reason: '已处理完毕', clientOpId: '01HZZZZZZZZZZZZZZZZZZZZZZ2' },
  ],
  ['a tag of a place is issued', siteTagEndpoints.issue, { kind: 'AREA', id: hidden }],
  ['a cut of energy is asked for', energyEndpoints.minCut, { zoneId: hidden }],
  ['the reach of energy is asked for', energyEndpoints.reach, { zoneId: hidden }],
  ['a day pass is issued', externalPersonEndpoints.issuePass, { id: hidden }],
  ['a day pass is revoked', externalPersonEndpoints.revokePass, { id: hidden, reason: '已离场' }],
  [
    'somebody is blacklisted',
    externalPersonEndpoints.blacklist,
    { id: hidden, on: true, reason: '违章作业' },
  ],
  ['the chain of a lock is checked', auditEndpoints.verify, { kind: 'lock', id: hidden }],
  ['the chain of a ticket is checked by its number', auditEndpoints.verify, { kind: 'work', id: code }],
  ['a row of the lock log is proven', auditEndpoints.proof, { logId: hidden }],
  ['an anchor is checked', auditEndpoints.anchorCheck, { id: hidden }],
  ['an anchor is downloaded', auditEndpoints.anchorFile, { id: hidden }],
  ['an evidence package is exported', evidenceEndpoints.evidencePackage, { id: hidden }],
  ['an alarm is acknowledged', alarmEndpoints.ack, { id: hidden }],
  ['an alarm is closed', alarmEndpoints.close, { id: hidden, handleResult: '现场已核对' }],
  ['a warning is acknowledged', warningEndpoints.ack, { id: hidden }],
  ['the closing of a warning is asked for', warningEndpoints.requestClose, { id: hidden }],
  ['a lock is installed', lockEndpoints.install, locks],
  ['a lock is reported lost', lockEndpoints.reportLost, locks],
  ['a lock is found', lockEndpoints.found, locks],
  ['a lock goes to repair', lockEndpoints.repair, locks],
  ['a lock comes back', lockEndpoints.putBack, locks],
  ['a lock is scrapped', lockEndpoints.scrap, locks],
  ['the custody of a lock is read', lockEndpoints.custody, { lockId: hidden }],
  ['a lock is frozen', lockEndpoints.freeze, { lockId: hidden }],
  ['a lock becomes a favourite', lockEndpoints.favorite, { lockId: hidden, on: true }],
  ['a command is followed', lockEndpoints.cmdStatus, { cmdId: code }],
  ['an opening is explained', grantEndpoints.explain, { lockId: hidden }],
  ['a secret is rotated', deviceEndpoints.rotate, { deviceSn: code }],
  ['a device is disabled', deviceEndpoints.disable, device],
  ['a device is enabled', deviceEndpoints.enable, device],
  ['a carrier is lost', offlineEndpoints.carrierLost, { deviceSn: code }],
  ['the devices of a roll-out are read', rolloutEndpoints.devices, { id: hidden }],
  ['a roll-out is stopped', rolloutEndpoints.stop, { id: hidden, reason: '发现异常' }],
  [
    'firmware is rolled out',
    rolloutEndpoints.firmware,
    { firmwareId: hidden, title: '升级', deviceSns: ['sn'] },
  ],
  ['a ticket is read', workTicketEndpoints.detail, { id: hidden }],
  ['a person is frozen', userEndpoints.freeze, { ids: hidden, status: 2 }],
  ['the roles of a person are read', userEndpoints.rolesOf, { userid: hidden }],
  ['the grants of a role are read', permissionEndpoints.grantsOfRole, { roleId: hidden }],
  ['the rules of a role are read', roleEndpoints.rules, { permissionId: 'p', roleId: hidden }],
  ['the menus of a department are read', departRoleEndpoints.permissionTree, { departId: hidden }],
  ['an announcement is read', announcementEndpoints.queryById, { id: hidden }],
  ['an announcement is published', announcementEndpoints.release, { id: hidden }],
]

let asked = 0
async function ask(method: string, url: string, input: Readonly<Record<string, unknown>>) {
  const username = `nosy-${(asked += 1)}`
  const nosy = world.as({ userId: username, username, tenantId: STRANGER_TENANT })
  const answer = await nosy.raw(
    method as 'GET',
    url.replaceAll(/:(\w+)/g, (_, name: string) => String(input[name])),
    method === 'POST' || method === 'PUT' ? { body: input } : { query: input as Record<string, string> },
  )
  const { rows: noted } = await world.database.pool.query<{ text: string }>(
    'select log_content as text from sys_log where userid = $1 and log_type = 3',
    [username],
  )
  return {
    answer: answer.json<{ message: string; success: boolean }>(),
    noted: noted.map(({ text }) => text),
  }
}

it.each(calls)(
  'issue 10, line 16: %s of somebody else: not found for him, noted for us',
  async (_, endpoint, input) => {
    const { answer, noted } = await ask(endpoint.methods.at(-1) ?? 'GET', endpoint.path, input)
    expect(answer).toMatchObject({ success: false, message: '未找到对应实体' })
    expect(noted).toEqual([expect.stringContaining(`越权调用被拒：${endpoint.title}（`)])
  },
)

it('line 16: a file of somebody else is no path for him, and noted for us', async () => {
  const { answer, noted } = await ask('GET', `/sys/common/static/${path}`, {})
  expect(answer).toMatchObject({ success: false, message: '路径不存在，请检查路径是否正确' })
  expect(noted).toEqual([expect.stringContaining(path)])
  expect((await ask('GET', `/sys/common/static/${path.replace('0123', '3210')}`, {})).noted).toEqual([])
})

it.each(calls)('line 16: %s that nobody has: nothing is noted', async (_, endpoint, input) => {
  const nobodys = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      value === hidden || value === code ? 'nobody' : value,
    ]),
  )
  const { answer, noted } = await ask(endpoint.methods.at(-1) ?? 'GET', endpoint.path, nobodys)
  expect(answer).toMatchObject({ success: false, message: '未找到对应实体' })
  expect(noted).toEqual([])
})
