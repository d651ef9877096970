import { lockEndpoints } from '@suoan/contract'

/** What is recorded of a lock's custody, in the order of the menu of its row; `from` are values of `lo_custody`, `purposes` of `lo_lock_purpose` (all without it). */
export const custodyActions = [
  {
    key: 'install',
    label: '登记安装',
    permission: 'lo:lock:putBack',
    from: [0, 1],
    purposes: [2, 3, 5],
    endpoint: lockEndpoints.install,
    person: '安装人',
    danger: false,
    warning: '登记后锁具为“已安装”，不再按库存锁具开启，只凭工作票、巡检授权或应急程序开启。',
  },
  {
    key: 'reportLost',
    label: '报失',
    permission: 'lo:lock:reportLost',
    from: [0, 1, 2, 3, 5],
    endpoint: lockEndpoints.reportLost,
    person: '遗失人',
    danger: true,
    warning:
      '报失后立即生效：这把锁的授权全部终止，锁被冻结、设备断开，任何人不能再开或再用；有工作票依靠它时，该隔离点失效并停止作业。',
  },
  {
    key: 'found',
    label: '找回',
    permission: 'lo:lock:found',
    from: [4],
    endpoint: lockEndpoints.found,
    person: '找到的人',
    danger: false,
    warning: '找回后锁具在库，仍为冻结；请检查锁体，确认完好后解冻，并重新授权。',
  },
  {
    key: 'repair',
    label: '送修',
    permission: 'lo:lock:repair',
    from: [0, 1, 2, 3],
    endpoint: lockEndpoints.repair,
    person: '接收人',
    danger: false,
    warning: '送修期间不能使用，这把锁的授权全部终止。',
  },
  {
    key: 'putBack',
    label: '修好入库',
    permission: 'lo:lock:putBack',
    from: [5],
    endpoint: lockEndpoints.putBack,
    person: '交回人',
    danger: false,
    warning: '入库后可以重新授权和使用。',
  },
  {
    key: 'scrap',
    label: '报废',
    permission: 'lo:lock:scrap',
    from: [0, 1, 2, 3, 4, 5],
    endpoint: lockEndpoints.scrap,
    person: '经办人',
    danger: true,
    warning: '报废后不能恢复：授权全部终止，设备不能再连接；日志和流转记录保留。',
  },
] as const

export type CustodyAction = (typeof custodyActions)[number]
