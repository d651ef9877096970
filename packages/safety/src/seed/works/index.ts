import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { insertRows } from '../insert-rows.ts'
import { insertDemoPeople, insertDevices, insertLockTags, type DemoPlantOptions } from '../demo-plant.ts'
import { worksDevices, worksLocks, worksLockTypes } from './locks.ts'
import { worksDepartments, worksPeople } from './people.ts'
import {
  worksAreas,
  worksDepartAreas,
  worksEnergyEdges,
  worksEnergyNodes,
  worksEquips,
  worksPoints,
} from './places.ts'
import { worksProcedures } from './procedures.ts'

const day = 86_400_000

/**
 * Makes a small works of the demo plant (decision 0895): areas, equipment with its energies, points, locks of every kind,
 * people. Once, beside the plant of 3-domain.md §9.0, which stays as it is.
 */
export async function seedWorks(tx: Tx, options: Omit<DemoPlantOptions, 'givePassword'>): Promise<void> {
  const { now } = options
  const dateIn = (days: number): string =>
    new Date(now + days * day + 8 * 3_600_000).toISOString().slice(0, 10)
  await insertDemoPeople(tx, now, worksDepartments, worksPeople, {
    firstNo: 21,
    certsOf: ({ username, certs, certEndsIn }) =>
      certs.map((certType, index) => ({
        id: `demo-cert-${username}-${certType}`,
        userId: username,
        certType,
        certNo: `${certType}-${username.toUpperCase()}`,
        issueBy: '示范培训中心',
        validFrom: dateIn(-500),
        validTo: dateIn(index === 0 ? (certEndsIn ?? 420) : 420 + index * 30),
        status: 1,
      })),
  })
  await insertRows(tx, now, 'lo_area', worksAreas)
  await insertRows(
    tx,
    now,
    'lo_depart_area',
    worksDepartAreas.map((row, index) => ({ ...row, id: `demo-works-da-${index + 1}` })),
  )
  await insertRows(tx, now, 'lo_equip', worksEquips)
  await insertRows(tx, now, 'lo_point', worksPoints)
  await insertRows(tx, now, 'lo_procedure', worksProcedures({ dateIn }))
  await sql`update lo_equip e set procedure_id = p.id from lo_procedure p
    where p.equip_id = e.id and p.status = 1 and e.procedure_id is null`.execute(tx)
  await insertRows(tx, now, 'lo_energy_node', worksEnergyNodes)
  await insertRows(tx, now, 'lo_energy_edge', worksEnergyEdges)
  await insertRows(tx, now, 'lo_lock_type', worksLockTypes)
  await insertRows(tx, now, 'lo_lock', worksLocks)
  await insertLockTags(tx, now, worksLocks, 'demo-works-tag')
  await insertDevices(tx, options, worksDevices)
  // Nobody confirms a guardian's post while he looks at a demo: its tickets would stop by themselves after ten minutes.
  await sql`update lo_work_type set guard_alive_min = 0 where tenant_id = 0 and type_code = '10'`.execute(tx)
  await sql`update lo_lock_type set ex_mark = 'Ex ib IIC T4 Gb' where id like 'demo-ty-%'`.execute(tx)
  await sql`update lo_area set capacity = 12 where id = 'demo-a0101' and capacity is null`.execute(tx)
  await sql`insert into demo_plant (first_start) values (${new Date(now)}) on conflict do nothing`.execute(tx)
}
