import * as fc from 'fast-check'

/**
 * Properties are tried on the same examples in every run, so that a failure belongs to a change and comes again.
 * `PROPERTY_SEED=random` looks for new ones, `PROPERTY_SEED=<number>` repeats those of a run.
 */
const asked = process.env['PROPERTY_SEED'] ?? '20261121'
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked) })
