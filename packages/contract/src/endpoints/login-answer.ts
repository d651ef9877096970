import type { DictItem } from '../envelope.ts'

/** A user as the session answers carry it: never a password, never a salt (4-api.md §13). */
export interface UserInfo {
  id: string
  username: string
  realname: string | null
  avatar: string | null
  birthday: string | null
  sex: number | null
  email: string | null
  phone: string | null
  /** Department in force. */
  orgCode: string | null
  orgCodeTxt: string | null
  status: number
  delFlag: number
  workNo: string | null
  post: string | null
  telephone: string | null
  userIdentity: number | null
  departIds: string | null
  relTenantIds: string | null
  createBy: string | null
  createTime: string | null
  updateBy: string | null
  updateTime: string | null
  activitiSync: number | null
  clientId: string | null
  homePath: string | null
  /** The password was made by somebody else: nothing but changing it, signing out and the menu works. */
  mustChangePassword: boolean
}

export interface DepartInfo {
  id: string
  parentId: string | null
  departName: string
  orgCode: string
  orgCategory: string | null
  orgType: string | null
  departOrder: number | null
}

export interface TenantInfo {
  id: number
  name: string
  beginDate: string | null
  endDate: string | null
  status: number
  /** Stored path of its picture for the shell. */
  logo: string | null
}

export interface LoginAnswer {
  token: string
  userInfo: UserInfo
  departs: DepartInfo[]
  /** 0 no department, 1 exactly one, 2 several: ask. */
  multi_depart: 0 | 1 | 2
  /** Only when the user belongs to a tenant. */
  tenantList?: TenantInfo[]
  sysAllDictItems: Record<string, DictItem[]>
  mustChangePassword: boolean
  /** Only when it must be changed for its age: the days after which a password is too old. */
  passwordMaxDays?: number
}
