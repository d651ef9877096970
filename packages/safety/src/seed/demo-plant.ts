import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { deviceStatus } from '@suoan/domain/dictionaries'
import { hashDeviceSecret } from '../lock-records/device-secret.ts'
import { hashOfTag } from '../site-tags/index.ts'
import { demoDevices, demoLockTypes, demoLocks } from './demo-locks.ts'
import { demoDepartments, demoExternals, demoPeople } from './demo-people.ts'
import {
  demoAreas,
  demoDepartAreas,
  demoEnergyEdges,
  demoEnergyNodes,
  demoEquip,
  demoPointRules,
  demoPoints,
} from './demo-places.ts'
import { baselineDutyRules } from './baseline/index.ts'
import { insertLinks, insertRows } from './insert-rows.ts'
import { demoFlowSteps, demoFlows, demoGasStandards, demoWorkTypes } from './demo-policy.ts'

export interface DemoPlantOptions {
  /** Epoch ms. */
  readonly now: number
  /** Stores the password of u1 … u13, hashed before the transaction: hashing is slow. */
  givePassword(tx: Tx, username: string): Promise<void>
  /** Secret of a device that connects by itself (GW1, K1, LK4, GAS2 … GAS4); only its hash is stored. */
  secretFor(deviceSn: string): string
}

/** User names of the demo people, for whoever prepares their passwords. */
export const demoUsernames: readonly string[] = demoPeople.map(({ username }) => username)
/** Serial numbers of the demo devices that sign in to the broker. */
export const demoDeviceSns: readonly string[] = demoDevices.flatMap(({ deviceSn, connects }) =>
  connects ? [deviceSn] : [],
)

/**
 * The plant of 3-domain.md §9.0 in tenant 0: areas, departments, u1 … u13, P-101 with its points and energy map, locks,
 * devices, policy. Roles (codes = role tags) must be there. What exists already is left as it is.
 */
export async function seedDemoPlant(tx: Tx, options: DemoPlantOptions): Promise<void> {
  const { now } = options
  await seedPeople(tx, options)
  await insertRows(tx, now, 'lo_area', demoAreas)
  await insertRows(tx, now, 'lo_depart_area', demoDepartAreas.map(withId('demo-da')))
  await insertRows(tx, now, 'lo_equip', [demoEquip])
  await insertRows(tx, now, 'lo_point', demoPoints)
  await insertRows(tx, now, 'lo_point_rule', demoPointRules.map(withId('demo-fp')))
  await insertRows(tx, now, 'lo_energy_node', demoEnergyNodes)
  await insertRows(tx, now, 'lo_energy_edge', demoEnergyEdges)
  await insertRows(tx, now, 'lo_lock_type', demoLockTypes)
  await insertRows(tx, now, 'lo_lock', demoLocks)
  await seedLockTags(tx, now)
  await insertRows(tx, now, 'lo_flow', demoFlows)
  await insertRows(tx, now, 'lo_flow_step', demoFlowSteps)
  await insertRows(tx, now, 'lo_work_type', demoWorkTypes)
  await insertRows(tx, now, 'lo_gas_std', demoGasStandards)
  const duty = baselineDutyRules.map(({ key: _key, ...rule }) => rule)
  await insertRows(tx, now, 'lo_duty_rule', duty.map(withId('demo-duty')))
  await seedDevices(tx, options)
}

/**
 * Tags of the demo locks. @NOTE Their texts are the numbers everybody can read, so that the demo can be tried by typing;
 * on a plant a tag is issued, and its text is drawn.
 */
async function seedLockTags(tx: Tx, now: number): Promise<void> {
  const known = await tx.selectFrom('loSiteTag').select('id').limit(1).execute()
  if (known.length > 0) return
  const tags = demoLocks.flatMap(({ id, lockCode }) =>
    [lockCode, `NFC-${lockCode}`].map((code) => ({ id, code })),
  )
  await tx
    .insertInto('loSiteTag')
    .values(
      tags.map(({ id, code }, index) => ({
        id: `demo-tag${index + 1}`,
        tenantId: 0,
        subjectKind: 'LOCK',
        subjectId: id,
        codeHash: hashOfTag(code),
        issuedBy: 'demo',
        issuedTime: new Date(now),
        retiredTime: null,
      })),
    )
    .execute()
}

async function seedPeople(tx: Tx, { now, givePassword }: DemoPlantOptions): Promise<void> {
  const departments = demoDepartments.map(({ id, parentId, orgCode, name, category, order }) => ({
    id,
    parentId,
    orgCode,
    departName: name,
    orgCategory: category,
    departOrder: order,
    orgType: parentId === '' ? '1' : '2',
  }))
  await insertRows(tx, now, 'sys_depart', departments, ['sys_org_code'])
  const orgCodeOf = new Map<string, string>(demoDepartments.map(({ id, orgCode }) => [id, orgCode]))
  const users = demoPeople.map(({ username, realname, departId }, index) => ({
    id: username,
    username,
    realname,
    orgCode: orgCodeOf.get(departId),
    workNo: `D${String(index + 1).padStart(3, '0')}`,
    phone: `138000000${String(index + 1).padStart(2, '0')}`,
  }))
  const { rows: added } = await insertRows(tx, now, 'sys_user', users, ['sys_org_code'])
  const fresh = new Set(added.map(({ id }) => id))
  const people = demoPeople.filter(({ username }) => fresh.has(username))
  const links = people.map(({ username, departId }) => ({
    id: `demo-ud-${username}`,
    userId: username,
    depId: departId,
  }))
  await insertLinks(tx, 'sys_user_depart', links)
  await linkRoles(tx, people)
  const certs = people.flatMap(({ username, certs: types, certsTo }) =>
    types.map((certType) => ({
      id: `demo-cert-${username}-${certType}`,
      userId: username,
      certType,
      certNo: `${certType}-${username.toUpperCase()}`,
      issueBy: '示范培训中心',
      validFrom: '2025-01-01',
      validTo: certsTo ?? '2027-12-31',
      status: 1,
    })),
  )
  await insertRows(tx, now, 'lo_person_cert', certs)
  await insertRows(tx, now, 'lo_external_person', demoExternals)
  for (const { username } of people) await givePassword(tx, username)
}

/** Roles are found by code; a missing one is a mistake in the order of seeding and stops it. */
async function linkRoles(tx: Tx, people: readonly (typeof demoPeople)[number][]): Promise<void> {
  const wanted = [...new Set(people.flatMap(({ roles }) => roles))]
  if (wanted.length === 0) return
  const { rows } = await sql<{ id: string; roleCode: string }>`
    select id, role_code from sys_role where tenant_id = 0 and role_code = any(${wanted}::text[])`.execute(tx)
  const idOf = new Map(rows.map(({ id, roleCode }) => [roleCode, id]))
  const missing = wanted.filter((role) => !idOf.has(role))
  if (missing.length > 0)
    throw new Error(`the demo plant needs roles that are not there: ${missing.join(', ')}`)
  const links = people.flatMap(({ username, roles }) =>
    roles.map((role) => ({ id: `demo-ur-${username}-${role}`, userId: username, roleId: idOf.get(role) })),
  )
  await insertLinks(tx, 'sys_user_role', links)
}

async function seedDevices(tx: Tx, { now, secretFor }: DemoPlantOptions): Promise<void> {
  const devices = demoDevices.map(({ connects, ...device }) => ({
    ...device,
    authMode: connects ? 2 : 4,
    // Samples of the detectors are typed in before one of them has ever connected.
    status: device.kind === 'GAS' ? deviceStatus.offline : deviceStatus.notActivated,
    ...(connects ? { secretHash: hashDeviceSecret(secretFor(device.deviceSn)) } : {}),
  }))
  await insertRows(tx, now, 'lo_device', devices)
}

const withId =
  (prefix: string) =>
  <Row extends object>(row: Row, index: number): Row & { id: string } => ({
    ...row,
    id: `${prefix}-${index + 1}`,
  })
