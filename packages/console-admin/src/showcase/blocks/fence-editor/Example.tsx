import {
  FenceEditor,
  firstMarks,
  PlanMarks,
  wholeMarks,
  type DraftMarks,
  type Fence,
} from '@suoan/ui/fence-editor'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const center = { lng: 121.5, lat: 31.2 }
const neighbour = {
  name: '罐区',
  figure: { kind: 'circle', center: { lng: 121.5006, lat: 31.2003 }, radius: 20 },
} as const
/** A plan of a tank yard, drawn here so that the example needs no file. */
const plan = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500" viewBox="0 0 800 500">
    <rect width="800" height="500" fill="#f4f1ea"/>
    <g fill="none" stroke="#8a8270" stroke-width="4">
      <rect x="60" y="60" width="260" height="160"/><rect x="400" y="60" width="340" height="240"/>
      <circle cx="160" cy="370" r="70"/><circle cx="340" cy="370" r="70"/>
    </g>
  </svg>`,
)}`

export default function Example() {
  const [drawn, setDrawn] = useState<Fence>({
    kind: 'polygon',
    corners: [
      { lng: 121.4997, lat: 31.1998 },
      { lng: 121.5003, lat: 31.1998 },
      { lng: 121.5003, lat: 31.2002 },
      { lng: 121.4997, lat: 31.2002 },
    ],
  })
  const [circle, setCircle] = useState<Fence>({ kind: 'circle', center, radius: 40 })
  const [marks, setMarks] = useState<DraftMarks>([
    { ...firstMarks[0], ...center },
    { ...firstMarks[1], lng: 121.501, lat: 31.2006 },
  ])
  const [onPlan, setOnPlan] = useState<Fence>({ kind: 'polygon', corners: [] })
  const whole = wholeMarks(marks)
  return (
    <>
      <Demo label="多边形围栏" value={drawn}>
        <FenceEditor fence={drawn} onChange={setDrawn} center={center} others={[neighbour]} />
      </Demo>
      <Demo label="圆形围栏" value={circle}>
        <FenceEditor fence={circle} onChange={setCircle} center={center} />
      </Demo>
      <Demo label="平面图定位" value={marks}>
        <PlanMarks src={plan} marks={marks} onChange={setMarks} />
      </Demo>
      <Demo label="平面图上的围栏" value={onPlan}>
        <FenceEditor
          fence={onPlan}
          onChange={setOnPlan}
          plan={whole ? { src: plan, marks: whole } : undefined}
          center={center}
        />
      </Demo>
    </>
  )
}
