import { CheckCircleFilled, WarningFilled } from '@ant-design/icons'
import { Alert, Button, Checkbox, Select } from 'antd'
import { liveSources, minCut, suggestPoints, type EnergyGraph } from '@suoan/domain/isolation'
import { useMemo } from 'react'
import { graphOf, pointsOn, type Drawing } from './map-model.ts'

interface Props {
  readonly drawing: Drawing
  /** The part that is looked at: its points are opened and closed. */
  readonly shown: Drawing
  readonly zoneId: string | null
  readonly closed: ReadonlySet<string>
  onZone(id: string | null): void
  onClosed(closed: ReadonlySet<string>): void
}

/** What reaches the zone with these points closed; the same functions as the server's plan check. */
export function useReach(drawing: Drawing, zoneId: string | null, closed: ReadonlySet<string>) {
  return useMemo(() => {
    const graph: EnergyGraph = graphOf(drawing)
    if (zoneId === null || !graph.nodes.some(({ id }) => id === zoneId)) return null
    const sources = liveSources(graph, [zoneId], closed)
    const missing = sources.length === 0 ? null : suggestPoints(graph, [zoneId], closed)
    return { sources, missing, cheapest: minCut(graph, [zoneId]) }
  }, [drawing, zoneId, closed])
}

/** 可达分析: choose a zone, open and close points, see which sources reach it and what is missing. */
export function ReachPanel({ drawing, shown, zoneId, closed, onZone, onClosed }: Props) {
  const reach = useReach(drawing, zoneId, closed)
  const points = pointsOn(shown)
  const zones = drawing.nodes
    .filter(({ type }) => type === 'ZONE' || type === 'EQUIP')
    .map(({ id, code, name }) => ({ value: id, label: `${code} ${name ?? ''}` }))
  const close = (ids: readonly string[]) => onClosed(new Set([...closed, ...ids]))
  return (
    <section className="map-panel" aria-label="可达分析">
      <h3>可达分析</h3>
      <Select
        className="full"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="选择作业区或设备"
        aria-label="作业区或设备"
        value={zoneId}
        options={zones}
        notFoundContent="图上还没有作业区或设备"
        onChange={(id: string | undefined) => onZone(id ?? null)}
      />
      <div className="map-answer" aria-live="polite">
        {reach === null ? (
          <p className="map-hint">选择后显示能到达该处的能量源；在图上或下方开关隔离点，结果随时更新。</p>
        ) : reach.sources.length === 0 ? (
          <Alert type="success" showIcon icon={<CheckCircleFilled />} title="已隔离：没有能量源可到达" />
        ) : (
          <>
            <Alert
              type="error"
              showIcon
              icon={<WarningFilled />}
              title={`${reach.sources.length} 个能量源可到达`}
              description={
                <ul className="map-paths">
                  {reach.sources.slice(0, 20).map((source) => (
                    <li key={source.sourceId}>{source.path}</li>
                  ))}
                  {reach.sources.length > 20 && <li>另有 {reach.sources.length - 20} 个</li>}
                </ul>
              }
            />
            {reach.missing?.cut ? (
              <Button block type="primary" danger onClick={() => close(reach.missing?.pointIds ?? [])}>
                还须关闭 {reach.missing.pointCodes.join('、')}
              </Button>
            ) : (
              <Alert type="warning" showIcon title="有通路上没有隔离点，无法切断，请补充隔离点" />
            )}
          </>
        )}
        {reach?.cheapest.cut === true && (
          <p className="map-hint">
            代价最小的隔离方案：{reach.cheapest.pointCodes.join('、') || '无须隔离'}（代价{' '}
            {reach.cheapest.weight}）
          </p>
        )}
      </div>
      <div className="map-points">
        <div className="map-points-head">
          <b>隔离点</b>
          {closed.size > 0 && (
            <Button size="small" type="link" onClick={() => onClosed(new Set())}>
              全部导通
            </Button>
          )}
        </div>
        {points.length === 0 && <p className="map-hint">图上还没有隔离点</p>}
        {points.map(({ pointId, pointCode, pointName }) => (
          <Checkbox
            key={pointId}
            checked={closed.has(pointId)}
            onChange={({ target }) => {
              const next = new Set(closed)
              if (target.checked) next.add(pointId)
              else next.delete(pointId)
              onClosed(next)
            }}
          >
            {pointCode} {pointName} <span className="map-hint">{closed.has(pointId) ? '已关' : '导通'}</span>
          </Checkbox>
        ))}
      </div>
    </section>
  )
}
