/** One device to play. */
export type DeviceSpec = {
  readonly sn: string
  /**
   * `gateway` connects and carries `lock`s; `key` is a smart key: it connects too, and passive locks speak through it
   * when it syncs. A `lock` without `parentSn`, and a `gas` detector, have a connection of their own.
   */
  readonly kind: 'gateway' | 'key' | 'lock' | 'passive' | 'gas'
  readonly parentSn?: string
  /** Closed by default otherwise. */
  readonly open?: boolean
  readonly model?: string
  /** Percent; 90 by default. */
  readonly battery?: number
  /** Has a motor that moves its bolt; others are moved by hands. */
  readonly motor?: boolean
}

const below = (parentSn: string, kind: 'lock' | 'passive', ...sns: readonly string[]): DeviceSpec[] =>
  sns.map((sn) => ({ sn, kind, parentSn }))

/** The devices of the demo plant (3-domain.md §9.0). Locks not in use lie open in the store. */
export const demoDevices: readonly DeviceSpec[] = [
  { sn: 'GW1', kind: 'gateway' },
  ...below('GW1', 'lock', 'LK1', 'LK2', 'LK3', 'LB1', 'PL6', 'PL7').map((lock) => ({ ...lock, open: true })),
  { sn: 'LK4', kind: 'lock' },
  { sn: 'K1', kind: 'key' },
  ...['GAS2', 'GAS3', 'GAS4'].map((sn) => ({ sn, kind: 'gas' as const })),
  ...below('K1', 'passive', 'LK5').map((lock) => ({ ...lock, open: true })),
]
