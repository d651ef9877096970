import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Journeys that take long begin first, so that no browser stands idle at the end. In minutes of a quiet machine they
 * take from one (the last of these) to two; all others take less.
 */
const long = ['accessibility-work', 'sc01', 'accessibility', 'shift', 'faults', 'sign-in-ways']

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const at = long.findIndex((name) => file.moduleId.endsWith(`/${name}.journey.test.ts`))
      return at === -1 ? long.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
