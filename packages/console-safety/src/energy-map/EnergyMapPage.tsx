import { energyEndpoints, type EnergyMap } from '@suoan/contract'
import { energised, looseNodes } from '@suoan/domain/isolation'
import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Grid, Segmented } from 'antd'
import { useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { useDirty } from '@suoan/console-base/tabs/dirty-tabs.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { drawingAround, mostReadable } from './drawing-around.ts'
import { MapCanvas } from './MapCanvas.tsx'
import { MapPanel } from './MapPanel.tsx'
import { MapTable } from './MapTable.tsx'
import { MapToolbar } from './MapToolbar.tsx'
import { placed, placesOf } from './map-layout.ts'
import { emptyMap, graphOf, isDrawingDirty, nextMap } from './map-model.ts'
import { ReachPanel, useReach } from './ReachPanel.tsx'
import './energy-map.css'

/** 能量图 (3-domain.md §8.1 M2): what can reach whom, drawn, edited, and asked. */
export default function EnergyMapPage() {
  const stored = useQuery({
    queryKey: ['energy', 'map'],
    queryFn: ({ signal }) => call(energyEndpoints.map, {}, { signal, quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const [map, dispatch] = useReducer(nextMap, emptyMap)
  const [selected, setSelected] = useState<string | null>(null)
  const [zoneId, setZoneId] = useState<string | null>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [view, setView] = useState<'map' | 'list'>('map')
  const [isPart, setPart] = useState(true)
  const isWide = Grid.useBreakpoint().lg === true
  const mayEdit = useCan('lo:energyNode:edit')
  const canEdit = mayEdit && isWide
  const drawing = map.now
  useDirty(isDrawingDirty(map))
  const load = ({ nodes, edges, version }: EnergyMap) =>
    dispatch({ do: 'load', drawing: placed({ nodes, edges }), version })
  // What is drawn and not saved is never taken away by what came meanwhile: saving it says that the map has changed.
  const take = useEffectEvent((came: EnergyMap) => {
    if (!isDrawingDirty(map)) load(came)
  })
  useEffect(() => {
    if (stored.data) take(stored.data)
  }, [stored.data])
  const isLarge = drawing.nodes.length > mostReadable
  const zone = drawing.nodes.find(({ id }) => id === zoneId)
  const shown = useMemo(
    () => (isLarge && isPart && zone ? drawingAround(drawing, [zone.id]) : drawing),
    [drawing, zone, isLarge, isPart],
  )
  const places = useMemo(() => placesOf(shown), [shown])
  const live = useMemo(() => energised(graphOf(drawing), closed), [drawing, closed])
  const reach = useReach(drawing, zoneId, closed)
  const used = reach?.sources.flatMap(({ edgeIds }) => edgeIds) ?? []
  const onWay = new Set(used)
  const shared = new Set(used.filter((id, index) => used.indexOf(id) !== index))
  const loose = looseNodes(drawing)
  const toggle = (pointId: string) => {
    const next = new Set(closed)
    if (!next.delete(pointId)) next.add(pointId)
    setClosed(next)
  }

  if (stored.isPending) return <LoadingState />
  if (stored.isError && map.version === '')
    return <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
  return (
    <div className="card energy-page">
      <KeptNote query={stored} />
      <header className="energy-head">
        <h2>能量图</h2>
        <Segmented<'map' | 'list'>
          value={view}
          options={[
            { value: 'map', label: '图' },
            { value: 'list', label: '列表' },
          ]}
          onChange={setView}
        />
        {isLarge && zone && (
          <Checkbox checked={isPart} onChange={({ target }) => setPart(target.checked)}>
            只看 {zone.code} 的能量
          </Checkbox>
        )}
        {canEdit && (
          <MapToolbar
            map={map}
            dispatch={dispatch}
            selected={selected}
            onSelect={setSelected}
            onReload={() => void stored.refetch().then(({ data, isError }) => data && !isError && load(data))}
          />
        )}
      </header>
      {mayEdit && !isWide && <p className="map-hint">屏幕较窄，仅供查看；请在电脑上编辑。</p>}
      {isLarge && !zone && (
        <p className="map-hint">
          全图有 {drawing.nodes.length} 个节点；选择一台设备，只看能到达它的能量和切断它的隔离点。
        </p>
      )}
      {loose.length > 0 && (
        <Alert type="warning" showIcon title={`以下节点没有连接：${loose.slice(0, 10).join('、')}`} />
      )}
      <div className="energy-body">
        <div className="energy-sheet">
          {drawing.nodes.length === 0 ? (
            <EmptyState text={`还没有能量图，${canEdit ? '从“添加节点”开始' : '请联系安全管理人员绘制'}`} />
          ) : view === 'list' ? (
            <MapTable drawing={shown} live={live} closed={closed} onSelect={setSelected} />
          ) : (
            <>
              <div className="energy-scroll">
                <MapCanvas
                  drawing={shown}
                  places={places}
                  closed={closed}
                  live={live}
                  onWay={onWay}
                  shared={shared}
                  selected={selected}
                  canMove={canEdit && shown === drawing}
                  onSelect={setSelected}
                  onMove={(id, place) => dispatch({ do: 'editNode', id, change: place })}
                  onToggle={toggle}
                />
              </div>
              <ul className="map-legend" aria-label="图例">
                <li className="is-live">带能</li>
                <li className="is-way">到达所选处的通路</li>
                <li className="is-shared">多个能量源共用</li>
                <li className="is-closed">已关（✕）</li>
                <li className="is-dashed">正常不导通</li>
              </ul>
            </>
          )}
        </div>
        <aside className="energy-side">
          <ReachPanel
            drawing={drawing}
            shown={shown}
            zoneId={zoneId}
            closed={closed}
            onZone={setZoneId}
            onClosed={setClosed}
          />
          {selected !== null && (
            <MapPanel drawing={drawing} selected={selected} canEdit={canEdit} dispatch={dispatch} />
          )}
        </aside>
      </div>
    </div>
  )
}
