import { lockEndpoints } from '@suoan/contract'
import { call } from '@suoan/console-base/request/call.ts'

/** Commands of a lock other than opening, in the order they stand in the menu of its row. */
export const lockCommands = [
  {
    key: 'close',
    label: '关锁',
    permission: 'lo:lock:close',
    send: (lockId: string) => call(lockEndpoints.close, { lockId }),
  },
  {
    key: 'readState',
    label: '读状态',
    permission: 'lo:lock:readState',
    send: (lockId: string) => call(lockEndpoints.readState, { lockId }),
  },
  {
    key: 'locate',
    label: '寻锁',
    permission: 'lo:lock:locate',
    send: (lockId: string) => call(lockEndpoints.locate, { lockId }),
  },
  {
    key: 'readLog',
    label: '读记录',
    permission: 'lo:lock:readLog',
    send: (lockId: string) => call(lockEndpoints.readLog, { lockId }),
  },
  {
    key: 'syncTime',
    label: '校时',
    permission: 'lo:lock:syncTime',
    send: (lockId: string) => call(lockEndpoints.syncTime, { lockId }),
  },
  {
    key: 'freeze',
    label: '冻结',
    permission: 'lo:lock:freeze',
    send: (lockId: string) => call(lockEndpoints.freeze, { lockId }),
    confirm: '冻结后任何人都不能开这把锁，直到解冻。确定冻结吗？',
  },
  {
    key: 'unfreeze',
    label: '解冻',
    permission: 'lo:lock:unfreeze',
    send: (lockId: string) => call(lockEndpoints.unfreeze, { lockId }),
    confirm: '解冻后按授权和工作票判定能否开锁。确定解冻吗？',
  },
] as const
