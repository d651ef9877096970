import type { RoleTag } from '@suoan/domain/dictionaries'

/** A role of the first start. Roles are rows: people change them afterwards (3-domain.md §0.8). */
export interface SeedRole {
  /** DUTY is the post of the duty room, which no ticket names (3-domain.md §5.10, decision 0831). */
  readonly code: 'admin' | 'test' | 'DUTY' | RoleTag
  readonly name: string
  /** What `getRoleIdsByUsername` answers; 4 hides the notice bell (3-domain.md §2). */
  readonly roleNo: number
  /** Menu ids; a group comes with its pages. `*` = everything. */
  readonly menus: readonly string[]
  /** Permission codes, or prefixes ending in `*`. */
  readonly may: readonly string[]
  /** Component of its 首页 (4-api.md §7.22); without one it begins with the figures of the plant. */
  readonly home?: string
}

/** Who works, guards, isolates, permits or decides begins with what is his to do; who manages, with figures. */
const managers: readonly SeedRole['code'][] = ['SAFETY', 'DEPT', 'VIEW', 'AUDITOR', 'ADMIN']

/** What everybody on the plant may see: his tickets, the locks and their records, places, the board. */
const plantMenus = [
  'menu-home',
  'menu-simulator',
  'menu-board',
  'menu-event-feed',
  'menu-dashboard-chart',
  'menu-dashboard-task',
  'menu-dashboard-monitor',
  'menu-work-mine',
  'menu-am-i-safe',
  'menu-replay',
  'menu-work-view',
  'menu-lock-list',
  'menu-lock-history',
  'menu-lock-common',
  'menu-lock-open',
  'menu-lock-log',
  'menu-lock-last',
  'menu-lock-onoff',
  'menu-lock-explain',
  'menu-warn',
  'menu-messages',
  'menu-energy-map',
  'menu-procedure',
]
const see = [
  'lo:work:list',
  'lo:work:own',
  'lo:work:urge',
  'lo:lock:list',
  'lo:lock:open',
  'lo:lock:close',
  'lo:lock:readState',
  'lo:lock:locate',
  'lo:lockUser:explain',
  'lo:lockType:list',
  'lo:lockLog:list',
  'lo:lockLast:list',
  'lo:lockOnoff:list',
  'lo:decision:list',
  'lo:cmd:list',
  'lo:pointHold:list',
  'lo:point:list',
  'lo:pointRule:list',
  'lo:energyNode:list',
  'lo:energy:*',
  'lo:equip:list',
  'lo:procedure:list',
  'lo:area:list',
  'lo:workType:list',
  'lo:gasStd:list',
  'lo:device:list',
  'lo:devicePresence:list',
  'lo:board:list',
  'lo:eventFeed:list',
  'lo:warn:list',
  'system:depart:list',
]

/** Posts that a flow may ask to sign, or to which a late step is escalated (T16), can decide. */
const decide = ['lo:review:*', 'lo:examine:*']
const decideMenus = ['menu-work-review', 'menu-work-examine']

/** Who answers for the records takes them with him: tickets and every record of the locks, the log also signed (decision 0968). */
const records = [
  'lo:work:export',
  'lo:lock:export',
  'lo:lockLog:export',
  'lo:lockLast:export',
  'lo:lockOnoff:export',
  'lo:eventFeed:export',
]

type PlantCode = Exclude<SeedRole['code'], 'admin' | 'test'>

/** Who is inside, and people without an account (decision 0471): whoever plans, leads, guards or keeps a place. */
const externals = (code: PlantCode): { may: readonly string[]; menus: readonly string[] } => {
  const look = ['lo:externalPerson:list', 'lo:dayPass:list', 'lo:workPresence:inside']
  if (code === 'SAFETY')
    return {
      may: ['lo:externalPerson:*', 'lo:dayPass:*', 'lo:workPresence:inside'],
      menus: ['menu-external', 'menu-inside'],
    }
  if (code === 'DEPT' || code === 'PERMIT')
    return {
      may: [...look, 'lo:externalPerson:add', 'lo:externalPerson:edit', 'lo:externalPerson:pass'],
      menus: ['menu-external', 'menu-inside'],
    }
  if (code === 'LEAD' || code === 'GUARD' || code === 'KEEPER' || code === 'DUTY')
    return { may: look, menus: ['menu-external', 'menu-inside'] }
  return code === 'ISSUE' ? { may: ['lo:externalPerson:list'], menus: [] } : { may: [], menus: [] }
}

/** What a role does about warnings and alarms: everybody sees the warnings, the crew acknowledges, posts decide. */
const watch = (code: PlantCode): { may: readonly string[]; menus: readonly string[] } => {
  if (['PERMIT', 'KEEPER', 'SAFETY', 'DEPT'].includes(code))
    return { may: ['lo:warn:*', 'lo:alarm:*'], menus: ['menu-alarm'] }
  if (code === 'LEAD' || code === 'GUARD' || code === 'DUTY')
    return { may: ['lo:warn:*', 'lo:alarm:list', 'lo:alarm:ack'], menus: ['menu-alarm'] }
  return { may: code === 'VIEW' ? [] : ['lo:warn:ack'], menus: [] }
}

const plant = (
  code: PlantCode,
  name: string,
  roleNo: number,
  may: readonly string[] = [],
  menus: readonly string[] = [],
): SeedRole => ({
  code,
  name,
  roleNo,
  may: [...see, ...watch(code).may, ...externals(code).may, ...may],
  menus: [...plantMenus, ...watch(code).menus, ...externals(code).menus, ...menus],
  ...(managers.includes(code) ? {} : { home: 'dashboard/Workplace' }),
})

export const roles: readonly SeedRole[] = [
  { code: 'admin', name: '系统管理员', roleNo: 1, menus: ['*'], may: ['*'] },
  // What a self-registered person starts with (4-api.md §7.2): the home page, until somebody gives him a post.
  { code: 'test', name: '自助注册', roleNo: 16, menus: ['menu-home', 'menu-messages'], may: [] },
  plant(
    'ISSUE',
    '签发人',
    2,
    [
      'lo:work:add',
      'lo:work:delete',
      'lo:work:submit',
      'lo:work:void',
      'lo:work:allList',
      'lo:work:simops',
      'lo:personCert:list',
      'lo:procedure:add',
      'lo:procedure:edit',
    ],
    ['menu-work-edit', 'menu-work-all', 'menu-simops'],
  ),
  plant(
    'REVIEW',
    '审核人',
    3,
    ['lo:review:*', 'lo:work:allList', 'lo:work:simops', 'lo:personCert:list'],
    ['menu-work-review', 'menu-work-all', 'menu-simops'],
  ),
  plant(
    'APPROVE',
    '批准人',
    5,
    [
      'lo:examine:*',
      'lo:work:allList',
      'lo:work:extend',
      'lo:work:simops',
      'lo:work:recall',
      'lo:personCert:list',
    ],
    ['menu-work-examine', 'menu-work-all', 'menu-simops'],
  ),
  plant(
    'PERMIT',
    '许可人',
    6,
    [
      'lo:work:emergency',
      'lo:work:emergencyStart',
      'lo:emergencyRemoval:*',
      'lo:stopOrder:*',
      'lo:work:isolate',
      'lo:work:run',
      'lo:work:allList',
      'lo:work:extend',
      'lo:work:simops',
      'lo:work:void',
      ...decide,
    ],
    ['menu-work-all', ...decideMenus, 'menu-simops', 'menu-emergency'],
  ),
  plant(
    'LEAD',
    '工作负责人',
    7,
    ['lo:work:emergency', 'lo:emergencyRemoval:list', 'lo:work:run', 'lo:work:verify'],
    ['menu-emergency'],
  ),
  plant('WORK', '作业人', 8, ['lo:work:verify']),
  plant('GUARD', '监护人', 9, ['lo:work:run', 'lo:work:gas', 'lo:work:verify']),
  plant('ISO', '隔离执行人', 10, ['lo:work:isolate', 'lo:work:verify']),
  plant('VERIFY', '隔离验证人', 10, ['lo:work:verify']),
  plant('GASTEST', '气体检测人', 10, ['lo:work:gas']),
  plant(
    'KEEPER',
    '锁具保管人',
    11,
    [
      'lo:lock:*',
      'lo:lockType:*',
      'lo:lockDepart:*',
      'lo:lockUser:list',
      'lo:lockLog:export',
      'lo:lockLast:export',
      'lo:lockOnoff:export',
      'lo:device:*',
      'lo:rollout:*',
      'lo:siteTag:*',
    ],
    [
      'menu-lock-type',
      'menu-lock-user',
      'menu-lock-depart',
      'menu-device',
      'menu-rollout',
      'menu-area',
      'menu-point',
    ],
  ),
  plant(
    'SAFETY',
    '安全管理',
    12,
    [
      'lo:work:emergency',
      'lo:work:afterReview',
      'lo:emergencyRemoval:*',
      'lo:stopOrder:*',
      'lo:work:allList',
      'lo:work:conflict',
      'lo:work:simops',
      'lo:hazardPair:*',
      'lo:work:void',
      'lo:work:run',
      'lo:work:recall',
      ...decide,
      'lo:personCert:*',
      'lo:pointRule:*',
      'lo:energyNode:*',
      'lo:energyEdge:*',
      'lo:audit:verify',
      'lo:audit:export',
      ...records,
      'lo:lock:freeze',
      'lo:lock:unfreeze',
      'lo:lockUser:list',
      'lo:dutyShift:*',
      'lo:measureLib:*',
      'lo:workTemplate:*',
      'lo:procedure:*',
    ],
    [
      'menu-work-all',
      ...decideMenus,
      'menu-simops',
      'menu-emergency',
      'menu-duty-shift',
      'menu-hazard-pair',
      'menu-measure-lib',
      'menu-work-template',
      'menu-lock-user',
      'menu-cert',
      'menu-point-rule',
      'menu-audit',
    ],
  ),
  plant(
    'DEPT',
    '属地负责人',
    13,
    [
      'lo:work:export',
      'lo:work:emergency',
      'lo:emergencyRemoval:list',
      'lo:stopOrder:list',
      'lo:work:accept',
      'lo:work:allList',
      'lo:departArea:list',
      // 我的部门: within the departments that he leads (decision 0803).
      'system:user:list',
      'system:departRole:*',
      ...decide,
    ],
    [
      'menu-work-all',
      ...decideMenus,
      'menu-emergency',
      'menu-area',
      'menu-depart-areas',
      'menu-depart-area',
      'menu-my-depart',
    ],
  ),
  plant('CONTR', '承包商人员', 14, ['lo:work:verify']),
  plant(
    'AUDITOR',
    '审计人',
    15,
    ['lo:work:allList', 'lo:audit:*', ...records],
    ['menu-work-all', 'menu-audit'],
  ),
  // Called for every warning of level 3: who sits there next is theirs to say.
  plant(
    'DUTY',
    '值班室',
    17,
    ['lo:work:allList', 'lo:lockOnoff:export', 'lo:dutyShift:*'],
    ['menu-work-all', 'menu-duty-shift'],
  ),
  plant('VIEW', '只读', 4, ['lo:work:allList'], ['menu-work-all']),
]

/** Whether a role's list names this code. */
export function mayUse(role: SeedRole, code: string): boolean {
  return role.may.some((each) => (each.endsWith('*') ? code.startsWith(each.slice(0, -1)) : each === code))
}
