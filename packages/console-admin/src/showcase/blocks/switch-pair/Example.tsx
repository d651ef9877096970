import { SwitchPair } from '@suoan/ui/switch-pair'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [yes, setYes] = useState('N')
  const [flag, setFlag] = useState('1')
  const [asked, setAsked] = useState('')
  return (
    <>
      <Demo label="开关" value={yes}>
        <SwitchPair value={yes} onChange={setYes} />
      </Demo>
      <Demo label="存储为 1 和 0" value={flag}>
        <SwitchPair pair={['1', '0']} value={flag} onChange={setFlag} />
      </Demo>
      <Demo label="查询" value={asked}>
        <SwitchPair query value={asked} onChange={setAsked} />
      </Demo>
    </>
  )
}
