import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** `LoEmergencyRemoval.state`: removed, and the owner has not said that he knows. */
const removed = 2

/**
 * The condition "a lock of this person was removed by others, and he has not acknowledged it" (T49): until he has, he
 * enters nowhere, opens nothing, takes no tag and carries no grant away. `userId` is a column or a value.
 */
export const mustAcknowledge = (userId: RawBuilder<unknown>, tenantId: number): RawBuilder<SqlBool> =>
  sql`exists (select 1 from lo_emergency_removal mine where mine.owner_id = ${userId} and mine.tenant_id = ${tenantId}
    and mine.state = ${removed})`
