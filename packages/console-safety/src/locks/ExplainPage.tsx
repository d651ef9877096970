import { ExplainCard } from './ExplainCard.tsx'
import '@suoan/console-base/resource/resource.css'
import './locks.css'

/** 判定解释 as a page of its own. */
export default function ExplainPage() {
  return (
    <div className="card explain-page">
      <h2>可以开锁吗？为什么不可以？</h2>
      <ExplainCard />
    </div>
  )
}
