/** Whether this is the nightly run (`npm run test:all`), which tries every case (decision 0785). */
export const isNight = Boolean(process.env['TEST_ALL'])

/**
 * Every case at night, and in `npm test` each `n`th from `first` on: for tables of combinations of which each stands for
 * many. The same ones in every run, so that a failure belongs to a change.
 */
export const eachNth = <T>(cases: readonly T[], n: number, first = 0): readonly T[] =>
  isNight ? cases : cases.filter((_, at) => at % n === first % n)
