import { DateRange } from '@suoan/ui/date-range'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

interface Range {
  readonly begin: string | undefined
  readonly end: string | undefined
}

export default function Example() {
  const [days, setDays] = useState<Range>({ begin: '2026-01-01', end: '2026-01-31' })
  const [times, setTimes] = useState<Range>({ begin: undefined, end: undefined })
  return (
    <>
      <Demo label="日期范围" value={days}>
        <DateRange {...days} onChange={(begin, end) => setDays({ begin, end })} />
      </Demo>
      <Demo label="时间范围" value={times}>
        <DateRange withTime {...times} onChange={(begin, end) => setTimes({ begin, end })} />
      </Demo>
    </>
  )
}
