import { CronEditor } from '@suoan/ui/cron-editor'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [chosen, setChosen] = useState('')
  const [given, setGiven] = useState('0 0/5 8-18 ? * MON-FRI')
  const [wrong, setWrong] = useState('0 0 24 * * ?')
  return (
    <>
      <Demo label="执行时间" value={chosen}>
        <CronEditor value={chosen} onChange={setChosen} />
      </Demo>
      <Demo label="已有表达式" value={given}>
        <CronEditor value={given} onChange={setGiven} />
      </Demo>
      <Demo label="错误的表达式" value={wrong}>
        <CronEditor value={wrong} onChange={setWrong} />
      </Demo>
      <Demo label="不可修改" value="0 15 10 LW * ?">
        <CronEditor value="0 15 10 LW * ?" disabled />
      </Demo>
    </>
  )
}
