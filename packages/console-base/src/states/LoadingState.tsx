import { Skeleton } from 'antd'
import './states.css'

/** The shape of a list page while its code or its first rows are on the way. */
export function LoadingState({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label="加载中" className="card loading-state">
      <Skeleton active title={{ width: '30%' }} paragraph={{ rows, width: '100%' }} />
    </div>
  )
}
