import { hazardPair } from '@suoan/contract'
import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'
import './policy.css'

/** One side of a pair: a type of work, a hazard, or both; a side that names neither is any work at all. */
function Side({ type, hazard }: { type: string | undefined; hazard: string | undefined }) {
  const words = [type, hazard].filter(Boolean)
  return <span className="pair-text">{words.length === 0 ? '任何作业' : words.join('，有')}</span>
}

/** 作业冲突矩阵: each pair on a line that can be read, the two sides beside one another. */
export default resourcePage(hazardPair, {
  list: ['ruleCode', 'pairName', 'typeA', 'typeB', 'severity', 'adjacent', 'status'],
  columns: {
    ruleCode: { width: 180, render: (row) => <span className="pair-text">{row.ruleCode}</span> },
    pairName: { width: 210, render: (row) => <span className="pair-text">{row.pairName}</span> },
    typeA: {
      title: '甲方',
      width: 115,
      sorter: false,
      render: (row) => <Side type={row.typeA_dictText} hazard={row.hazardA_dictText} />,
    },
    typeB: {
      title: '乙方',
      width: 115,
      sorter: false,
      render: (row) => <Side type={row.typeB_dictText} hazard={row.hazardB_dictText} />,
    },
    severity: { width: 90 },
    adjacent: { width: 115 },
    status: { width: 80 },
  },
})
