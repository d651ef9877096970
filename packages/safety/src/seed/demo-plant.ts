import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { deviceStatus, type RoleTag } from '@suoan/domain/dictionaries'
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
  const tags = await tx.selectFrom('loSiteTag').select('id').limit(1).execute()
  if (tags.length === 0) await insertLockTags(tx, now, demoLocks, 'demo-tag')
  await insertRows(tx, now, 'lo_flow', demoFlows)
  await insertRows(tx, now, 'lo_flow_step', demoFlowSteps)
  await insertRows(tx, now, 'lo_work_type', demoWorkTypes)
  await insertRows(tx, now, 'lo_gas_std', demoGasStandards)
  const duty = baselineDutyRules.map(({ key: _key, ...rule }) => rule)
  await insertRows(tx, now, 'lo_duty_rule', duty.map(withId('demo-duty')))
  await insertDevices(tx, options, demoDevices)
}

/**
 * Tags of the demo locks. @NOTE Their texts are the numbers everybody can read, so that the demo can be tried by typing;
 * on a plant a tag is issued, and its text is drawn.
 */
export async function insertLockTags(
  tx: Tx,
  now: number,
  locks: readonly { readonly id: string; readonly lockCode: string }[],
  prefix: string,
): Promise<void> {
  const tags = locks.flatMap(({ id, lockCode }) =>
    [lockCode, `NFC-${lockCode}`].map((code) => ({ id, code })),
  )
  await tx
    .insertInto('loSiteTag')
    .values(
      tags.map(({ id, code }, index) => ({
        id: `${prefix}${index + 1}`,
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
  const people = await insertDemoPeople(tx, now, demoDepartments, demoPeople, {
    firstNo: 1,
    certsOf: ({ username, certs: types, certsTo }) =>
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
  })
  await insertRows(tx, now, 'lo_external_person', demoExternals)
  for (const { username } of people) await givePassword(tx, username)
}

interface Department {
  readonly id: string
  readonly parentId: string
  readonly orgCode: string
  readonly name: string
  readonly category: string
  readonly order: number
}

interface Person {
  readonly username: string
  readonly realname: string
  readonly departId: string
  readonly roles: readonly RoleTag[]
}

/** Departments and people with their roles and certificates; returns those people who were not there yet. */
export async function insertDemoPeople<P extends Person>(
  tx: Tx,
  now: number,
  departments: readonly Department[],
  people: readonly P[],
  choices: {
    /** Work number and telephone of the first; the others follow. */
    readonly firstNo: number
    readonly certsOf: (person: P) => readonly object[]
  },
): Promise<P[]> {
  const rows = departments.map(({ id, parentId, orgCode, name, category, order }) => ({
    id,
    parentId,
    orgCode,
    departName: name,
    orgCategory: category,
    departOrder: order,
    orgType: parentId === '' ? '1' : '2',
  }))
  await insertRows(tx, now, 'sys_depart', rows, ['sys_org_code'])
  const known = await sql<{ id: string; orgCode: string }>`select id, org_code from sys_depart
    where id = any(${[...new Set(people.map(({ departId }) => departId))]}::text[])`.execute(tx)
  const orgCodeOf = new Map(known.rows.map(({ id, orgCode }) => [id, orgCode]))
  const users = people.map(({ username, realname, departId }, index) => {
    const no = index + choices.firstNo
    return {
      id: username,
      username,
      realname,
      orgCode: orgCodeOf.get(departId),
      workNo: `D${String(no).padStart(3, '0')}`,
      phone: `138000000${String(no).padStart(2, '0')}`,
    }
  })
  const { rows: added } = await insertRows(tx, now, 'sys_user', users, ['sys_org_code'])
  const ids = new Set(added.map(({ id }) => id))
  const fresh = people.filter(({ username }) => ids.has(username))
  const links = fresh.map(({ username, departId }) => ({
    id: `demo-ud-${username}`,
    userId: username,
    depId: departId,
  }))
  await insertLinks(tx, 'sys_user_depart', links)
  await linkRoles(tx, fresh)
  await insertRows(tx, now, 'lo_person_cert', fresh.flatMap(choices.certsOf))
  return fresh
}

/** Roles are found by code; a missing one is a mistake in the order of seeding and stops it. */
async function linkRoles(tx: Tx, people: readonly Person[]): Promise<void> {
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

/** Devices of the plant; those with a connection of their own get a secret. */
export async function insertDevices(
  tx: Tx,
  { now, secretFor }: Pick<DemoPlantOptions, 'now' | 'secretFor'>,
  given: readonly {
    readonly id: string
    readonly deviceSn: string
    readonly kind: string
    readonly connects: boolean
  }[],
): Promise<void> {
  const devices = given.map(({ connects, ...device }) => ({
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
