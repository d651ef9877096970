import { NumberInput } from '@suoan/ui/number-input'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [any, setAny] = useState<number | null>(null)
  const [whole, setWhole] = useState<number | null>(3)
  return (
    <>
      <Demo label="数字" value={any}>
        <NumberInput className="full" value={any} onChange={setAny} placeholder="请输入数值" />
      </Demo>
      <Demo label="1 到 10 的整数" value={whole}>
        <NumberInput whole min={1} max={10} value={whole} onChange={setWhole} />
      </Demo>
    </>
  )
}
