import { integer, text } from '../field.ts'

/** Where a row of the policy comes from: standard and clause. People who change the row say what they follow. */
export const sourceOfRule = text('依据', { max: 200, help: '标准与条款，例如 GB 30871-2022 5.3' })

/** Version of the baseline that brought the row (decision 0521); empty for a row the plant made itself. */
export const baselineVersion = integer('基线版本', { derived: true, noSheet: true })
