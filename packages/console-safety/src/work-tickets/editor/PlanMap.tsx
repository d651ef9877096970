import { energyEndpoints } from '@suoan/contract'
import { energised } from '@suoan/domain/isolation'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { drawingAround, nodesOf } from '../../energy-map/drawing-around.ts'
import '../../energy-map/energy-map.css'
import { MapCanvas } from '../../energy-map/MapCanvas.tsx'
import { placed, placesOf } from '../../energy-map/map-layout.ts'
import { graphOf } from '../../energy-map/map-model.ts'
import type { Draft } from './draft-model.ts'

interface Props {
  readonly draft: Draft
  onAdd(pointId: string): void
  onRemove(pointId: string): void
}

const none: ReadonlySet<string> = new Set()

/**
 * The energy map around the plant of the ticket, with the points of the plan closed: what is still live is seen at once, and a
 * press on a point takes it into the plan or out of it.
 */
export function PlanMap({ draft, onAdd, onRemove }: Props) {
  const maySee = useCan('lo:energyNode:list')
  const [selected, setSelected] = useState<string | null>(null)
  const map = useQuery({
    queryKey: ['energy', 'map'],
    queryFn: ({ signal }) => call(energyEndpoints.map, {}, { signal, quiet: true }),
    staleTime: 60_000,
    enabled: maySee && draft.equipIds.length > 0,
  })
  const closed = useMemo(() => new Set(draft.points.map(({ pointId }) => pointId)), [draft.points])
  const shown = useMemo(() => {
    if (!map.data) return null
    const whole = placed(map.data)
    const drawing = drawingAround(whole, nodesOf(whole, draft.equipIds))
    return { drawing, places: placesOf(drawing) }
  }, [map.data, draft.equipIds])
  const live = useMemo(() => shown && energised(graphOf(shown.drawing), closed), [shown, closed])
  if (!shown || !live || shown.drawing.nodes.length === 0) return null
  return (
    <section className="plan-map" aria-label="能量图">
      <h3>能量图</h3>
      <p className="hint">点按图中的隔离点，加入或移出方案</p>
      <div className="energy-scroll">
        <MapCanvas
          drawing={shown.drawing}
          places={shown.places}
          closed={closed}
          live={live}
          onWay={none}
          shared={none}
          selected={selected}
          canMove={false}
          onSelect={setSelected}
          onMove={() => undefined}
          onToggle={(pointId) => (closed.has(pointId) ? onRemove(pointId) : onAdd(pointId))}
        />
      </div>
      <ul className="map-legend" aria-label="图例">
        <li className="is-live">带能</li>
        <li className="is-closed">已在方案中（✕）</li>
        <li className="is-dashed">正常不导通</li>
      </ul>
    </section>
  )
}
