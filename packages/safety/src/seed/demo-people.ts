import type { RoleTag } from '@suoan/domain/dictionaries'

/** Departments of the demo plant (3-domain.md §9.0): id, parent, code, name. */
export const demoDepartments = [
  { id: 'demo-d01', parentId: '', orgCode: 'A01', name: '锁安示范工厂', category: '1', order: 1 },
  { id: 'demo-d10', parentId: 'demo-d01', orgCode: 'A01A01', name: '生产一部', category: '2', order: 1 },
  { id: 'demo-d20', parentId: 'demo-d01', orgCode: 'A01A02', name: '检修部', category: '2', order: 2 },
  { id: 'demo-d30', parentId: 'demo-d01', orgCode: 'A01A03', name: '安全部', category: '2', order: 3 },
  { id: 'demo-d90', parentId: 'demo-d01', orgCode: 'A01A04', name: '承包商甲', category: '2', order: 9 },
] as const

interface DemoPerson {
  /** Also the user name: u1 … u13, as the scenarios call them. */
  username: string
  realname: string
  departId: (typeof demoDepartments)[number]['id']
  roles: readonly RoleTag[]
  /** `lo_cert_type` he holds; valid to the end of 2027 by default. */
  certs: readonly string[]
  certsTo?: string
}

export const demoPeople: readonly DemoPerson[] = [
  { username: 'u1', realname: '张签', departId: 'demo-d20', roles: ['ISSUE'], certs: ['08'] },
  { username: 'u2', realname: '李审', departId: 'demo-d30', roles: ['REVIEW', 'SAFETY'], certs: ['08'] },
  { username: 'u3', realname: '王批', departId: 'demo-d10', roles: ['APPROVE', 'DEPT'], certs: ['08'] },
  { username: 'u4', realname: '赵值', departId: 'demo-d10', roles: ['PERMIT'], certs: ['08'] },
  { username: 'u5', realname: '钱工', departId: 'demo-d20', roles: ['LEAD'], certs: ['08', '04'] },
  { username: 'u6', realname: '孙作', departId: 'demo-d20', roles: ['WORK'], certs: ['08', '04'] },
  { username: 'u7', realname: '周作', departId: 'demo-d20', roles: ['WORK'], certs: ['08', '04'] },
  {
    username: 'u8',
    realname: '吴监',
    departId: 'demo-d10',
    roles: ['GUARD'],
    certs: ['01', '08'],
    certsTo: '2026-12-31',
  },
  { username: 'u9', realname: '郑隔', departId: 'demo-d10', roles: ['ISO'], certs: ['08', '04'] },
  {
    username: 'u10',
    realname: '冯验',
    departId: 'demo-d30',
    roles: ['VERIFY', 'GASTEST'],
    certs: ['08', '07'],
  },
  { username: 'u11', realname: '陈管', departId: 'demo-d10', roles: ['KEEPER'], certs: ['08'] },
  { username: 'u12', realname: '褚安', departId: 'demo-d30', roles: ['SAFETY'], certs: ['08'] },
  { username: 'u13', realname: '卫承', departId: 'demo-d90', roles: ['WORK', 'CONTR'], certs: ['08', '09'] },
]

/** People without an account (decision 0471): two fitters of the contractor, one who may not come in, and a visitor. */
export const demoExternals = [
  {
    id: 'demo-ex1',
    personName: '鲁钳',
    source: 2,
    company: '承包商甲',
    idMask: '310***********2218',
    phone: '13900000001',
    admitFrom: '2025-01-01',
    admitTo: '2027-12-31',
    trainFrom: '2025-01-01',
    trainTo: '2027-12-31',
    status: 1,
  },
  {
    id: 'demo-ex2',
    personName: '纪焊',
    source: 2,
    company: '承包商甲',
    idMask: '320***********4417',
    phone: '13900000002',
    admitFrom: '2025-01-01',
    admitTo: '2027-12-31',
    trainFrom: '2025-01-01',
    trainTo: '2025-12-31',
    status: 1,
    remark: '入场培训已过期，须重新培训',
  },
  {
    id: 'demo-ex3',
    personName: '常违',
    source: 2,
    company: '承包商乙',
    idMask: '330***********0035',
    admitFrom: '2025-01-01',
    admitTo: '2027-12-31',
    trainFrom: '2025-01-01',
    trainTo: '2027-12-31',
    blackFlag: 1,
    blackReason: '擅自拆除他人上锁',
    blackTime: '2025-06-01 10:00:00+08',
    blackBy: 'u12',
    status: 1,
  },
  {
    id: 'demo-ex4',
    personName: '贺访',
    source: 3,
    company: '设备厂家',
    idMask: '440***********9016',
    status: 1,
  },
] as const
