/** `lo_work_type` 操作票: switching orders are called and repeated back by two people (§4.7 [S13]). */
const switchingOrder = '23'

/**
 * Do the locks of a ticket open to two credentials (R13)? Where its type and level say so, where one of its measures
 * that applies says so, and always under a switching order.
 */
export function asksTwoPeople(ticket: {
  workType: string
  /** `LoWorkType.dualControl` of type and level. */
  byPolicy: boolean
  /** Some measure of the ticket that applies (`involve`) asks for two. */
  byMeasure: boolean
}): boolean {
  return ticket.workType === switchingOrder || ticket.byPolicy || ticket.byMeasure
}
