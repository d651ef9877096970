import { lockLast } from '@suoan/contract'
import { LockBadge } from '../status/LockBadge.tsx'
import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'

/** 最近开关锁: one row per lock. */
export default resourcePage(lockLast, {
  selectable: false,
  exportName: '最近开关锁',
  columns: {
    currState: {
      width: 180,
      render: (row) => <LockBadge lock={{ lockStatus: row.currState, stateTrust: row.stateTrust }} />,
    },
  },
})
