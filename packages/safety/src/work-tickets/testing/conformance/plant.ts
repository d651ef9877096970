import type { TicketDraft } from '@suoan/contract'
import { accessLock, lockBox, userOf } from './people.ts'

const people: readonly (readonly [name: string, like: string, roles: readonly string[]])[] = [
  ['c-rev2', 'u2', ['REVIEW']],
  ['c-apr2', 'u3', ['APPROVE']],
  ['c-sub', 'u2', ['REVIEW', 'APPROVE']],
  ['c-lead2', 'u5', ['LEAD']],
]
const steps: readonly (readonly [stage: number, stepNo: number, role: string, user: string])[] = [
  [1, 1, 'REVIEW', userOf.rev1],
  [1, 2, 'REVIEW', userOf.rev2],
  [2, 1, 'APPROVE', userOf.apr1],
  [2, 2, 'APPROVE', userOf.apr2],
]

/** A copy of a row with other values in some columns. */
const copies = (table: string, where: string, changes: string): string =>
  `insert into ${table} select (jsonb_populate_record(r, ${changes})).* from ${table} r where ${where};`

/**
 * The demo plant as the model's small worlds have it: two reviews and two approvals by people of their own, nothing that
 * hangs on the age of a report or of a sample, and no rule of prevention at a point.
 */
export const modelPlant: string = [
  ...people.map(([name, like, roles]) =>
    [
      copies(
        'sys_user',
        `id = '${like}'`,
        `jsonb_build_object('id', '${name}', 'username', '${name}', 'phone', null, 'email', null, 'work_no', null)`,
      ),
      ...roles.map(
        (role) =>
          `insert into sys_user_role (id, user_id, role_id) values ('${name}-${role}', '${name}', 'role-${role}');`,
      ),
      copies(
        'sys_user_depart',
        `user_id = '${like}'`,
        `jsonb_build_object('id', '${name}', 'user_id', '${name}')`,
      ),
      copies(
        'lo_person_cert',
        `user_id = '${like}'`,
        `jsonb_build_object('id', '${name}' || r.cert_type, 'user_id', '${name}', 'cert_no', '${name}' || r.cert_type)`,
      ),
    ].join('\n'),
  ),
  `delete from lo_flow_step where flow_id = 'demo-flow-iso';`,
  ...steps.map(
    ([stage, stepNo, role, user]) =>
      `insert into lo_flow_step (id, flow_id, stage, step_no, role_tag, scope_rule, user_ids, quorum, allow_delegate, reject_mode, sign_demand)
      values ('c-step-${stage}${stepNo}', 'demo-flow-iso', ${stage}, ${stepNo}, '${role}', 'NAMED', '["${user}"]', 'ALL', 1, 'RESTART', 'SESSION');`,
  ),
  `update lo_work_type set max_hours = 48, extend_max = 1, gas_required = 1, gas_codes = 'O2', gas_pre_min = 100000,
    gas_interrupt_min = 100000, isolation_required = 1, editable_fields = '["planEnd","workLevel"]', core_fields = '[]'
  where type_code = '10';`,
  `update lo_lock_type set confirm_max_age = 100000;`,
  'delete from lo_point_rule;',
  // One feed, through the inlet and then the bypass: either of them cuts it (the model's `twoFeeds`, T38).
  `delete from lo_energy_edge;`,
  `insert into lo_energy_node (id, node_code, node_name, node_type) values ('c-joint', 'J-1', '接头', 'JUNC');`,
  `insert into lo_energy_edge (id, from_id, to_id, point_id) values
    ('c-edge1', 'demo-n-h1', 'c-joint', 'demo-pt2'), ('c-edge2', 'c-joint', 'demo-n-p101', 'demo-pt3');`,
].join('\n')

/** A point of the plant with what its tag says, its planned lock, and how it is proven. */
export interface PlantPoint {
  readonly pointId: string
  readonly qr: string
  readonly lockId: string | null
  readonly lock: string | null
  readonly group: 1 | 2
  readonly proof: { readonly verifyMethod: string; readonly verifyValue: string; readonly verifyUnit: string }
}

const isShut = { verifyMethod: '3', verifyValue: '0', verifyUnit: 'MPa' }
export const inlet: PlantPoint = {
  pointId: 'demo-pt2',
  qr: 'PT2',
  lockId: 'demo-lk2',
  lock: 'LK2',
  group: 1,
  proof: isShut,
}
export const bypass: PlantPoint = {
  pointId: 'demo-pt3',
  qr: 'PT3',
  lockId: 'demo-lk3',
  lock: 'LK3',
  group: 2,
  proof: isShut,
}
export const drain: PlantPoint = {
  pointId: 'demo-pt4',
  qr: 'PT4',
  lockId: null,
  lock: null,
  group: 1,
  proof: { verifyMethod: '4', verifyValue: '全开', verifyUnit: '' },
}

/** The draft of a ticket on these points, with the people of the model on it. */
export function draftOf(
  points: readonly PlantPoint[],
  workers: readonly ('w1' | 'w2')[],
): Partial<TicketDraft> {
  return {
    content: '甲',
    ...(points.length === 0 ? { needIsolation: 0, noIsoReason: '不涉及能量' } : {}),
    points: points.map(({ pointId, lockId, group }) => ({
      pointId,
      releaseGroup: group,
      ...(lockId === null ? {} : { plannedLockId: lockId }),
    })),
    locks: [
      { lockId: lockBox, useType: 3 },
      { lockId: accessLock, useType: 2, userIds: workers.map((who) => userOf[who]) },
    ],
    people: [
      { userId: userOf.lead, roleTag: 'LEAD' },
      ...workers.map((who) => ({ userId: userOf[who], roleTag: 'WORK' })),
      { userId: userOf.grd, roleTag: 'GUARD' },
      { userId: userOf.iso, roleTag: 'ISO' },
      { userId: userOf.ver, roleTag: 'VERIFY' },
      { userId: userOf.gas, roleTag: 'GASTEST' },
    ],
  }
}
