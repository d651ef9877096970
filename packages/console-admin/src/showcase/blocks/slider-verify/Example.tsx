import { SliderVerify } from '@suoan/ui/slider-verify'
import { Button } from 'antd'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [round, setRound] = useState(0)
  const [passed, setPassed] = useState(false)
  return (
    <>
      <Demo label="滑块" value={passed}>
        <Verify key={round} onPass={() => setPassed(true)} />
      </Demo>
      <Button
        className="gap-top"
        onClick={() => {
          setPassed(false)
          setRound(round + 1)
        }}
      >
        重新验证
      </Button>
    </>
  )
}

/** The block names its handle itself: it takes no label of a form. */
function Verify({ onPass }: { onPass(): void; readonly id?: string; readonly 'aria-label'?: string }) {
  return <SliderVerify onPass={onPass} />
}
