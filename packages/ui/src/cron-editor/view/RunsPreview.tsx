import { Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { previewOf } from '../model/judge.ts'

/** So long a change is waited for before the runs are found anew, in ms (2-data-entry.md §9). */
const debounce = 500

/** The next ten runs by the code that the scheduler asks, whatever the year. */
export function RunsPreview({ expression, zone }: { readonly expression: string; readonly zone: string }) {
  const [runs, setRuns] = useState(() => previewOf(expression, new Date(), zone))
  const id = useId()
  useEffect(() => {
    const timer = setTimeout(() => setRuns(previewOf(expression, new Date(), zone)), debounce)
    return () => clearTimeout(timer)
  }, [expression, zone])
  return (
    <div className="cron-preview">
      <label htmlFor={id}>近十次执行时间（不含年）</label>
      <Input.TextArea
        id={id}
        readOnly
        rows={5}
        title="执行预览，会忽略年份参数"
        value={runs.length > 0 ? runs.join('\n') : '无执行时间'}
      />
    </div>
  )
}
