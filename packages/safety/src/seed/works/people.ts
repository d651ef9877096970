import type { RoleTag } from '@suoan/domain/dictionaries'

/** Departments beside those of 3-domain.md §9.0: five in all, and two contractors. */
export const worksDepartments = [
  { id: 'demo-d40', parentId: 'demo-d01', orgCode: 'A01A05', name: '电仪部', category: '2', order: 4 },
  { id: 'demo-d50', parentId: 'demo-d01', orgCode: 'A01A06', name: '储运部', category: '2', order: 5 },
  { id: 'demo-d91', parentId: 'demo-d01', orgCode: 'A01A07', name: '承包商乙', category: '2', order: 10 },
] as const

export interface WorksPerson {
  readonly username: string
  readonly realname: string
  readonly departId: string
  readonly roles: readonly RoleTag[]
  readonly certs: readonly string[]
  /** Days from the first start until the first of his certificates ends; a year and more when it is not given. */
  readonly certEndsIn?: number
}

type Line = readonly [
  realname: string,
  departId: string,
  roles: readonly RoleTag[],
  certs: readonly string[],
  certEndsIn?: number,
]

const lines: readonly Line[] = [
  ['蒋志远', 'demo-d10', ['PERMIT'], ['08']],
  ['沈建国', 'demo-d10', ['PERMIT'], ['08']],
  ['韩立群', 'demo-d10', ['APPROVE', 'DEPT'], ['08']],
  ['杨永胜', 'demo-d10', ['ISO', 'GUARD'], ['08', '04', '01']],
  ['朱海涛', 'demo-d10', ['ISO', 'GUARD'], ['08', '04', '01']],
  ['秦晓峰', 'demo-d10', ['ISO', 'GUARD'], ['04', '08', '01'], 12],
  ['尤美玲', 'demo-d10', ['GUARD'], ['01', '08']],
  ['许文静', 'demo-d10', ['GUARD'], ['01', '08'], 25],
  ['何桂芳', 'demo-d10', ['KEEPER'], ['08']],
  ['吕国栋', 'demo-d10', ['VERIFY', 'GASTEST'], ['08', '07']],
  ['施明哲', 'demo-d20', ['ISSUE', 'LEAD'], ['08']],
  ['张振华', 'demo-d20', ['LEAD'], ['08', '04']],
  ['孔庆山', 'demo-d20', ['LEAD'], ['08', '02']],
  ['曹德明', 'demo-d20', ['WORK'], ['08']],
  ['严宏伟', 'demo-d20', ['WORK', 'LEAD'], ['08', '02']],
  ['华卫东', 'demo-d20', ['WORK'], ['08', '03']],
  ['金成林', 'demo-d20', ['WORK'], ['08', '05']],
  ['魏长青', 'demo-d20', ['WORK'], ['02', '08'], -4],
  ['陶学军', 'demo-d20', ['WORK'], ['08', '06']],
  ['姜雅琴', 'demo-d30', ['REVIEW', 'SAFETY'], ['08']],
  ['戚思源', 'demo-d30', ['VERIFY', 'GASTEST'], ['08', '07']],
  ['谢文斌', 'demo-d30', ['SAFETY'], ['08'], 8],
  ['邹建华', 'demo-d40', ['LEAD'], ['08', '04']],
  ['喻春生', 'demo-d40', ['ISO'], ['08', '04']],
  ['柏志刚', 'demo-d40', ['WORK'], ['08', '04']],
  ['水清源', 'demo-d40', ['WORK'], ['08', '04'], 18],
  ['窦光明', 'demo-d40', ['VERIFY', 'GUARD'], ['08', '04', '01']],
  ['章福生', 'demo-d50', ['APPROVE', 'DEPT'], ['08']],
  ['云海洋', 'demo-d50', ['PERMIT'], ['08']],
  ['苏铁成', 'demo-d50', ['ISO', 'GUARD'], ['08', '01']],
  ['潘大力', 'demo-d90', ['WORK', 'CONTR'], ['08', '09']],
  ['葛长河', 'demo-d91', ['WORK', 'CONTR'], ['08', '09'], 5],
  ['侯俊杰', 'demo-d20', ['LEAD'], ['08', '04']],
  ['邵国强', 'demo-d20', ['WORK'], ['08']],
  ['孟凡林', 'demo-d20', ['WORK'], ['08', '02']],
  ['龙海燕', 'demo-d10', ['GUARD'], ['01', '08']],
]

/** u21 … u56. They have no password: who wants to be one of them is given one by the administrator. */
export const worksPeople: readonly WorksPerson[] = lines.map(
  ([realname, departId, roles, certs, certEndsIn], index) => ({
    username: `u${index + 21}`,
    realname,
    departId,
    roles,
    certs,
    ...(certEndsIn === undefined ? {} : { certEndsIn }),
  }),
)
