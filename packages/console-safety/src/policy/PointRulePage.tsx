import { pointRule } from '@suoan/contract'
import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'
import './policy.css'

const whole = (text: string | null | undefined) => <span className="pair-text">{text ?? '—'}</span>

/** 防误规则: condition and hint in full, for half of either is not the rule. */
export default resourcePage(pointRule, {
  columns: {
    pointId: { width: 160, render: (row) => whole(row.pointId_dictText ?? row.pointId) },
    action: { width: 120, render: (row) => whole(row.action_dictText ?? row.action) },
    kind: { width: 130, render: (row) => whole(row.kind_dictText ?? String(row.kind ?? '—')) },
    expr: {
      width: 240,
      align: 'left',
      render: (row) => <code className="pair-text">{row.expr}</code>,
    },
    message: { width: 240, align: 'left', render: (row) => whole(row.message) },
  },
})
