import type { MapEdge, MapNode } from '@suoan/contract'
import { graphMistakes, type EnergyGraph, type GraphMistake } from '@suoan/domain/isolation'

export type DrawnEdge = MapEdge & { pointCode: string | null; pointName: string | null }

/** What is drawn: positions are whole numbers on the sheet. */
export interface Drawing {
  readonly nodes: readonly MapNode[]
  readonly edges: readonly DrawnEdge[]
}

/** The drawing with what can be undone and done again; `saved` is what the server holds. */
export interface MapState {
  readonly now: Drawing
  readonly past: readonly Drawing[]
  readonly future: readonly Drawing[]
  readonly saved: Drawing
  readonly version: string
}

export type MapAction =
  | { do: 'load'; drawing: Drawing; version: string }
  | { do: 'saved'; version: string }
  | { do: 'addNode'; node: MapNode }
  | { do: 'editNode'; id: string; change: Partial<Omit<MapNode, 'id'>> }
  | { do: 'addEdge'; edge: DrawnEdge }
  | { do: 'editEdge'; id: string; change: Partial<Omit<DrawnEdge, 'id'>> }
  | { do: 'remove'; id: string }
  | { do: 'undo' }
  | { do: 'redo' }

const empty: Drawing = { nodes: [], edges: [] }
export const emptyMap: MapState = { now: empty, past: [], future: [], saved: empty, version: '' }
/** Steps that can be taken back. */
const memory = 100

export function nextMap(state: MapState, action: MapAction): MapState {
  switch (action.do) {
    case 'load':
      return { now: action.drawing, past: [], future: [], saved: action.drawing, version: action.version }
    case 'saved':
      return { ...state, saved: state.now, version: action.version }
    case 'undo': {
      const before = state.past.at(-1)
      if (!before) return state
      return { ...state, now: before, past: state.past.slice(0, -1), future: [state.now, ...state.future] }
    }
    case 'redo': {
      const [after, ...future] = state.future
      return after ? { ...state, now: after, past: [...state.past, state.now], future } : state
    }
    default: {
      const now = drawn(state.now, action)
      return now === state.now
        ? state
        : { ...state, now, past: [...state.past, state.now].slice(-memory), future: [] }
    }
  }
}

function drawn(
  drawing: Drawing,
  action: Exclude<MapAction, { do: 'load' | 'saved' | 'undo' | 'redo' }>,
): Drawing {
  const { nodes, edges } = drawing
  switch (action.do) {
    case 'addNode':
      return { nodes: [...nodes, action.node], edges }
    case 'editNode':
      return {
        nodes: nodes.map((node) => (node.id === action.id ? { ...node, ...action.change } : node)),
        edges,
      }
    case 'addEdge':
      return { nodes, edges: [...edges, action.edge] }
    case 'editEdge':
      return {
        nodes,
        edges: edges.map((edge) => (edge.id === action.id ? { ...edge, ...action.change } : edge)),
      }
    case 'remove':
      // A node takes its lines with it: none is left dangling.
      return {
        nodes: nodes.filter(({ id }) => id !== action.id),
        edges: edges.filter(
          ({ id, fromId, toId }) => id !== action.id && fromId !== action.id && toId !== action.id,
        ),
      }
    default:
      return action satisfies never
  }
}

export const isDrawingDirty = ({ now, saved }: MapState): boolean => now !== saved

export const mistakesOf = ({ nodes, edges }: Drawing): GraphMistake[] => graphMistakes({ nodes, edges })

/** The drawing as the domain walks it. */
export function graphOf({ nodes, edges }: Drawing): EnergyGraph {
  return {
    nodes: nodes.map(({ id, code, type }) => ({ id, code, type })),
    edges: edges.map((edge) => ({ ...edge, pointId: edge.pointId ?? null })),
  }
}

/** Every point on the map once, by its tag number. */
export function pointsOn({ edges }: Drawing): { pointId: string; pointCode: string; pointName: string }[] {
  const points = new Map(
    edges.flatMap(({ pointId, pointCode, pointName }) =>
      pointId
        ? [[pointId, { pointId, pointCode: pointCode ?? pointId, pointName: pointName ?? '' }] as const]
        : [],
    ),
  )
  return [...points.values()].toSorted((a, b) => a.pointCode.localeCompare(b.pointCode))
}

const typeCode = { SOURCE: 'S', EQUIP: 'EQ', ZONE: 'Z', JUNC: 'J' } as const

/** A free code for a new node: `S-1`, `J-2` … */
export function freeCode({ nodes }: Drawing, type: MapNode['type']): string {
  const taken = new Set(nodes.map(({ code }) => code))
  for (let n = 1; ; n++) {
    const code = `${typeCode[type]}-${n}`
    if (!taken.has(code)) return code
  }
}
