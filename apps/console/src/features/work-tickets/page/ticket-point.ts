/** A point of a ticket as the run screens use it; `row` has the rest, as the server sent it. */
export interface TicketPoint {
  readonly pointId: string
  readonly code: string
  readonly name: string
  readonly orderNum: number
  readonly state: number
  readonly lockCount: number
  /** Its lock reports too seldom to be believed alone (G11). */
  readonly needsLook: boolean
  /** Its closure is claimed by one person so far (G11). */
  readonly needsWitness: boolean
  readonly plannedLockId: string | null
  readonly plannedLockCode: string | null
  readonly verifyMethods: readonly string[]
  readonly row: Readonly<Record<string, unknown>>
}

const orNull = (value: unknown) => (value ? String(value) : null)

export function ticketPoint(row: Readonly<Record<string, unknown>>): TicketPoint {
  return {
    pointId: String(row['pointId']),
    code: String(row['pointCode'] ?? ''),
    name: String(row['pointName'] ?? ''),
    orderNum: Number(row['orderNum'] ?? 0),
    state: Number(row['state'] ?? 0),
    lockCount: Number(row['lockCount'] ?? 1),
    needsLook: ['NB', 'LORA'].includes(String(row['commType'] ?? '')) && Number(row['powerType']) !== 2,
    needsWitness: Number(row['powerType']) === 2 && Number(row['stateTrust']) !== 1 && !row['witnessId'],
    plannedLockId: orNull(row['plannedLockId']),
    plannedLockCode: orNull(row['plannedLockCode']),
    verifyMethods: String(row['verifyMethods'] ?? '')
      .split(',')
      .filter(Boolean),
    row,
  }
}
