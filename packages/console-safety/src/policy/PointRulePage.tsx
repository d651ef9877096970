import { pointRule } from '@suoan/contract'
import type { ListRow } from '@suoan/console-base/resource/list-row.ts'
import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'
import './policy.css'

const whole = (name: string) => (row: ListRow) => (
  <span className="pair-text">{String(row[`${name}_dictText`] ?? row[name] ?? '—')}</span>
)

/** 防误规则: condition and hint in full, for half of either is not the rule. */
export default resourcePage(pointRule, {
  columns: {
    pointId: { width: 160, render: whole('pointId') },
    action: { width: 120, render: whole('action') },
    kind: { width: 130, render: whole('kind') },
    expr: {
      width: 240,
      align: 'left',
      render: (row) => <code className="pair-text">{String(row['expr'])}</code>,
    },
    message: { width: 240, align: 'left', render: whole('message') },
  },
})
