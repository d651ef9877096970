import { lockOnoff } from '@suoan/contract'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { durationText } from '@suoan/console-base/status/wire-time.ts'
import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'

const seconds = (value: unknown) =>
  value === null || value === undefined ? (
    <span className="cell-empty">—</span>
  ) : (
    durationText(Number(value) * 1000)
  )

/** 锁开关记录: each opening with its closing. */
export default resourcePage(lockOnoff, {
  selectable: false,
  exportName: '锁开关记录',
  columns: {
    durationSec: { title: '开启时长', render: (row) => seconds(row['durationSec']) },
    limitSec: { title: '限时', render: (row) => seconds(row['limitSec']) },
    overSec: {
      title: '超时',
      render: (row) =>
        Number(row['overSec'] ?? 0) > 0 ? (
          <StatusBadge
            look={{ text: durationText(Number(row['overSec']) * 1000), icon: 'warn', tone: 'error' }}
          />
        ) : (
          <span className="cell-empty">—</span>
        ),
    },
    state: {
      width: 110,
      render: (row) => {
        const state = Number(row['state'])
        if (state === 1) return <StatusBadge look={{ text: '开启中', icon: 'open', tone: 'warning' }} />
        if (state === 2) return <StatusBadge look={{ text: '已闭合', icon: 'locked', tone: 'success' }} />
        return <StatusBadge look={{ text: '异常', icon: 'alert', tone: 'error' }} />
      },
    },
  },
})
