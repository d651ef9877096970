import type { SetupKey } from '@suoan/contract'

export interface SetupText {
  readonly title: string
  /** What the step is for, and what to mind. */
  readonly purpose: string
  /** Pages where it is done, the first one first. */
  readonly pages: readonly string[]
}

/** What is said of each step; which pages a person has, and what they are called, his menu says. */
export const setupTexts: Readonly<Record<SetupKey, SetupText>> = {
  places: {
    title: '部门与区域',
    purpose: '工作票开在区域里，由区域的属地部门批准和验收。先建部门，再建区域，最后把区域归给属地部门。',
    pages: ['/isystem/depart', '/isps/loAreaList', '/isps/loDepartAreaList'],
  },
  people: {
    title: '人员与岗位',
    purpose:
      '给每个人建账号、选部门和岗位角色。申请、审核、批准不能是同一人，隔离与验证、监护与作业也须分开，一张隔离票至少要六个人。',
    pages: ['/isystem/user', '/isystem/roleUserList'],
  },
  certs: {
    title: '人员资质',
    purpose:
      '资质过期或缺少的人不能上票。按作业策略的要求，登记负责人、作业、监护、隔离、验证人员的证书与有效期。',
    pages: ['/isps/loPersonCertList', '/isps/loWorkTypeList'],
  },
  devices: {
    title: '网关与设备',
    purpose: '智能锁、网关和气体检测仪凭密钥连接服务器。逐台或成批登记，密钥只显示一次，请当场写入设备。',
    pages: ['/isps/loDeviceList'],
  },
  locks: {
    title: '锁具',
    purpose:
      '先建锁具类型，再登记锁：上锁用的隔离锁、放钥匙的锁箱、每个作业人自己的个人锁。序列号与已登记的设备一致。',
    pages: ['/isps/loLockTypeList', '/isps/loLockList'],
  },
  points: {
    title: '设备设施与隔离点',
    purpose:
      '写明每台设备在哪里断开、怎样算断开、怎样验证，并打印现场标签。把它们连进能量图后，系统能指出漏掉的隔离点；未连时须由申请人书面说明。',
    pages: ['/isps/loEquipList', '/isps/loPointList', '/isps/energyMap'],
  },
  policy: {
    title: '作业类型与级别',
    purpose: '已按国家标准装入作业类型、级别、气体限值与职责分离规则。请核对，停用本厂没有的作业，只可更严。',
    pages: ['/isps/loWorkTypeList', '/isps/loHazardPairList'],
  },
  flows: {
    title: '审批流程',
    purpose: '每种作业由谁审核、谁审批。在用流程里的每个岗位都须有人担任，否则票会停在那一步。',
    pages: ['/isps/loFlowList', '/isps/loFlowStepList', '/isystem/user'],
  },
  ticket: {
    title: '第一张工作票',
    purpose: '由签发人新建并提交一张能量隔离票，从审核走到收尾，确认人员、锁具与流程都通。',
    pages: ['/isps/loWorkList'],
  },
}
