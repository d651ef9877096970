import { isNight } from '@suoan/platform/testing/at-night'

/** How often each race is run, either side first in turn: `RACE_ROUNDS=1000` by hand, twenty times at night. */
export const rounds = Number(process.env['RACE_ROUNDS'] ?? (isNight ? 20 : 6))

/** Many rounds on a busy machine take their time; what counts is who won. */
export const raceOptions = { timeout: 60_000 + rounds * 3_000 }
