import type { MapNode } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { useMemo, useRef, useState } from 'react'
import { frameOf, lanesOf, type Place } from './map-layout.ts'
import type { DrawnEdge, Drawing } from './map-model.ts'

interface Props {
  readonly drawing: Drawing
  readonly places: ReadonlyMap<string, Place>
  readonly closed: ReadonlySet<string>
  readonly live: { nodeIds: ReadonlySet<string>; edgeIds: ReadonlySet<string> }
  /** Lines on the ways that reach the chosen zone, and those that several sources share. */
  readonly onWay: ReadonlySet<string>
  readonly shared: ReadonlySet<string>
  readonly selected: string | null
  readonly canMove: boolean
  onSelect(id: string): void
  onMove(id: string, place: Place): void
  onToggle(pointId: string): void
}

const nodeWidth = 116
const nodeHeight = 44
/** Half the width of a point with its sign. */
const pointHalf = 42
const grid = 10
/** Between the middles of lines that run side by side: more than a point is high or, beside each other, half as wide. */
const laneGap = 40
const snap = (value: number) => Math.round(value / grid) * grid

/** The map itself. Nodes are dragged with the pointer or moved with the arrow keys; a point is opened and closed by a press. */
export function MapCanvas(props: Props) {
  const { drawing, places, canMove, onMove } = props
  const svg = useRef<SVGSVGElement>(null)
  const [drag, setDrag] = useState<{ id: string; place: Place; from: Place } | null>(null)
  const placeOf = (id: string): Place => (drag?.id === id ? drag.place : (places.get(id) ?? { x: 0, y: 0 }))
  const frame = frameOf(places.values())
  const lanes = useMemo(() => lanesOf(drawing), [drawing])
  const onSheet = (event: { clientX: number; clientY: number }): Place => {
    const matrix = svg.current?.getScreenCTM()?.inverse()
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix)
    return { x: point.x, y: point.y }
  }
  return (
    <svg
      ref={svg}
      className="energy-map"
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      style={{
        minWidth: Math.min(frame.width, 1600) * 0.62,
        // A map of many plants in few columns is scrolled: drawn into the window its words are hairlines.
        ...(frame.height > 2 * frame.width ? { height: frame.height * 0.62, maxHeight: 'none' } : {}),
      }}
      role="group"
      aria-label="能量图"
      onPointerMove={(event) => {
        if (!drag) return
        const at = onSheet(event)
        setDrag({ ...drag, place: { x: snap(at.x - drag.from.x), y: snap(at.y - drag.from.y) } })
      }}
      onPointerUp={() => {
        const stored = drag ? places.get(drag.id) : undefined
        if (drag && stored && (stored.x !== drag.place.x || stored.y !== drag.place.y))
          onMove(drag.id, drag.place)
        setDrag(null)
      }}
      onPointerLeave={() => setDrag(null)}
    >
      <defs>
        <marker
          id="map-arrow"
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerUnits="userSpaceOnUse"
          markerWidth="13"
          markerHeight="13"
          orient="auto"
        >
          <path d="M0 0 10 5 0 10z" fill="context-stroke" />
        </marker>
      </defs>
      {drawing.edges.map((edge) => (
        <EdgeLine
          key={edge.id}
          {...props}
          edge={edge}
          from={placeOf(edge.fromId)}
          to={placeOf(edge.toId)}
          lane={lanes.get(edge.id) ?? 0}
        />
      ))}
      {drawing.nodes.map((node) => {
        const place = placeOf(node.id)
        return (
          <NodeBox
            key={node.id}
            {...props}
            node={node}
            place={place}
            onGrab={(event) => {
              if (!canMove) return
              const at = onSheet(event)
              setDrag({ id: node.id, place, from: { x: at.x - place.x, y: at.y - place.y } })
            }}
          />
        )
      })}
    </svg>
  )
}

/** Lines between the same two nodes run side by side, so that no point is hidden behind another one. */
function middleOf(from: Place, to: Place, lane: number): Place {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  if (lane === 0 || length === 0) return middle
  return { x: middle.x - (dy / length) * lane * laneGap, y: middle.y + (dx / length) * lane * laneGap }
}

/** Where the line meets the edge of the box, so that the arrow is not hidden behind it. */
function edgePoint(from: Place, to: Place): Place {
  const [dx, dy] = [from.x - to.x, from.y - to.y]
  if (dx === 0 && dy === 0) return to
  const reach = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : nodeWidth / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : nodeHeight / 2 / Math.abs(dy),
  )
  return { x: to.x + dx * reach, y: to.y + dy * reach }
}

function EdgeLine({
  edge,
  from,
  to,
  lane,
  closed,
  live,
  onWay,
  shared,
  selected,
  onSelect,
  onToggle,
}: Props & { edge: DrawnEdge; from: Place; to: Place; lane: number }) {
  const middle = middleOf(from, to, lane)
  const [start, end] = [edgePoint(middle, from), edgePoint(middle, to)]
  const points = [start, middle, end].map(({ x, y }) => `${x},${y}`).join(' ')
  const isClosed = edge.pointId ? closed.has(edge.pointId) : false
  const look = isClosed
    ? 'is-closed'
    : shared.has(edge.id)
      ? 'is-shared'
      : onWay.has(edge.id)
        ? 'is-way'
        : live.edgeIds.has(edge.id)
          ? 'is-live'
          : ''
  return (
    <g className={`map-edge ${look} ${selected === edge.id ? 'is-selected' : ''}`}>
      <polyline
        points={points}
        {...(edge.directed ? { markerEnd: 'url(#map-arrow)' } : {})}
        {...(edge.normalOpen ? {} : { strokeDasharray: '6 5' })}
      />
      <polyline className="map-edge-touch" points={points} onClick={() => onSelect(edge.id)} />
      {edge.pointId && (
        <g
          className="map-point"
          transform={`translate(${middle.x} ${middle.y})`}
          role="switch"
          tabIndex={0}
          aria-checked={isClosed}
          aria-label={`隔离点 ${edge.pointCode ?? ''}，${isClosed ? '已关' : '导通'}`}
          onClick={() => onToggle(edge.pointId ?? '')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ' ') return
            event.preventDefault()
            onToggle(edge.pointId ?? '')
          }}
        >
          <rect x={-pointHalf} y={-12} width={pointHalf * 2} height={24} rx={12} />
          <text dy={4}>
            {isClosed ? '✕ ' : ''}
            {edge.pointCode}
          </text>
        </g>
      )}
    </g>
  )
}

interface NodeProps extends Props {
  readonly node: MapNode
  readonly place: Place
  onGrab(event: { clientX: number; clientY: number }): void
}

const keys: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -grid, y: 0 },
  ArrowRight: { x: grid, y: 0 },
  ArrowUp: { x: 0, y: -grid },
  ArrowDown: { x: 0, y: grid },
}

function NodeBox({ node, place, live, selected, canMove, onSelect, onMove, onGrab }: NodeProps) {
  const isLive = node.type !== 'SOURCE' && live.nodeIds.has(node.id)
  const kind = labelOf('lo_node_type', node.type)
  return (
    <g
      className={`map-node is-${node.type.toLowerCase()} ${isLive ? 'is-live' : ''} ${selected === node.id ? 'is-selected' : ''}`}
      transform={`translate(${place.x} ${place.y})`}
      role="button"
      tabIndex={0}
      aria-pressed={selected === node.id}
      aria-label={`${kind} ${node.code} ${node.name ?? ''}${isLive ? '，带能' : ''}`}
      onClick={() => onSelect(node.id)}
      onPointerDown={onGrab}
      onKeyDown={(event) => {
        const step = keys[event.key]
        if (event.key === 'Enter' || event.key === ' ') onSelect(node.id)
        else if (step && canMove) onMove(node.id, { x: place.x + step.x, y: place.y + step.y })
        else return
        event.preventDefault()
      }}
    >
      <rect
        x={-nodeWidth / 2}
        y={-nodeHeight / 2}
        width={nodeWidth}
        height={nodeHeight}
        rx={node.type === 'ZONE' || node.type === 'SOURCE' ? 22 : 6}
      />
      <text className="map-code" dy={-2}>
        {node.type === 'SOURCE' ? '⚡ ' : ''}
        {node.code}
      </text>
      <text className="map-kind" dy={14}>
        {short(node.name ?? kind, isLive ? 12 : 16)}
        {isLive ? ' · 带能' : ''}
      </text>
    </g>
  )
}

/** As much as fits into the box; a Chinese character is twice as wide as a Latin one. */
function short(text: string, most: number): string {
  const wide = (char: string) => (char.charCodeAt(0) > 255 ? 2 : 1)
  const total = Array.from(text).reduce((sum, char) => sum + wide(char), 0)
  if (total <= most) return text
  let [kept, width] = ['', 0]
  for (const char of text) {
    width += wide(char)
    if (width > most - 2) break
    kept += char
  }
  return `${kept}…`
}
