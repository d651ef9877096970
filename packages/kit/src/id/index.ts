import { systemClock } from '../clock/index.ts'
import { systemRandom } from './random.ts'
import { snowflakeSource } from './snowflake.ts'
import { ulidSource } from './ulid.ts'

export { seededRandom, systemRandom, type Random } from './random.ts'
export { snowflakeSource } from './snowflake.ts'
export { ulidSource } from './ulid.ts'

/** A new row id: 19 digits, growing with time. Tests with a fixed clock use `snowflakeSource`. */
export const newId = snowflakeSource(systemClock, systemRandom)

/** A new ULID for `clientOpId`, `cmdId` and event ids. Tests with a fixed clock use `ulidSource`. */
export const newUlid = ulidSource(systemClock, systemRandom)
