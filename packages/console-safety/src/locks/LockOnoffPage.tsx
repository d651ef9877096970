import { lockOnoff } from '@suoan/contract'
import { sessionState } from '@suoan/domain/dictionaries'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { durationText } from '@suoan/console-base/status/wire-time.ts'
import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'

const seconds = (value: number | null) =>
  value === null ? <span className="cell-empty">—</span> : durationText(value * 1000)

/** 锁开关记录: each opening with its closing. */
export default resourcePage(lockOnoff, {
  selectable: false,
  exportName: '锁开关记录',
  columns: {
    durationSec: { title: '开启时长', render: (row) => seconds(row.durationSec) },
    limitSec: { title: '限时', render: (row) => seconds(row.limitSec) },
    overSec: {
      title: '超时',
      render: (row) =>
        row.overSec !== null && row.overSec > 0 ? (
          <StatusBadge look={{ text: durationText(row.overSec * 1000), icon: 'warn', tone: 'error' }} />
        ) : (
          <span className="cell-empty">—</span>
        ),
    },
    state: {
      width: 110,
      render: ({ state }) => {
        if (state === sessionState.open)
          return <StatusBadge look={{ text: '开启中', icon: 'open', tone: 'warning' }} />
        if (state === sessionState.closed)
          return <StatusBadge look={{ text: '已闭合', icon: 'locked', tone: 'success' }} />
        return <StatusBadge look={{ text: '异常', icon: 'alert', tone: 'error' }} />
      },
    },
  },
})
