import { z } from 'zod'
import { fail } from '../fail.ts'
import { issueWords } from './issue-words.ts'

z.config({ localeError: issueWords })

/** Reads an input by its schema. Throws `BAD_INPUT` with every problem, named by its parameter. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw fail('BAD_INPUT', { detail: issuesText(parsed.error.issues) })
}

/** The issues as one Chinese sentence; at most five, for nobody reads more in a message box. */
export function issuesText(issues: readonly z.core.$ZodIssue[]): string {
  const texts = issues.slice(0, 5).map(({ path, message }) => {
    const name = path.map(String).join('.')
    return name === '' ? message : `参数“${name}”：${message}`
  })
  return texts.join('；')
}
