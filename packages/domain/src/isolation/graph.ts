/** A node of the energy map (`lo_energy_node`). */
export interface EnergyNode {
  id: string
  code: string
  type: 'SOURCE' | 'EQUIP' | 'ZONE' | 'JUNC'
}

/** A line of the energy map (`lo_energy_edge`). */
export interface EnergyEdge {
  id: string
  fromId: string
  toId: string
  /** One way only, e.g. behind a check valve. */
  directed: boolean
  /** The isolation point on it; null = nothing can cut it. */
  pointId: string | null
  /** Shown in paths: tag number of the device, e.g. `V-103`. */
  pointCode: string | null
  /** Carries energy in normal operation; a normally closed line still counts unless its point is locked safe. */
  normalOpen: boolean
  /** Cost of isolating here, for the cheapest cut; ≥ 1. */
  weight: number
}

export interface EnergyGraph {
  nodes: readonly EnergyNode[]
  edges: readonly EnergyEdge[]
}
