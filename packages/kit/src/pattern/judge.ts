import { named, type Pattern, type PatternName } from './named.ts'

/** Why an expression judges nothing: what the engine says of it. */
export interface Uncompilable {
  readonly objection: string
}

const isName = (text: string): text is PatternName => Object.hasOwn(named, text)

/** `/…/flags`, as people write an expression down. The body is greedy to the last slash. */
const written = /^\/([\s\S]+)\/([a-z]*)$/

/**
 * The pattern of a name (`named`), of an expression, or of an expression's text, with or without slashes around it.
 * A text that does not compile is answered with an objection. An expression of one's own is asked as a search, as
 * browsers do; nobody vouches for its time. It keeps no state between two questions: `g` and `y` are left out.
 */
export function judgeOf(pattern: string | RegExp): Pattern | Uncompilable {
  if (typeof pattern === 'string' && isName(pattern)) return named[pattern]
  const [, body, flags = ''] = typeof pattern === 'string' ? (written.exec(pattern) ?? []) : []
  const [source, given] =
    typeof pattern === 'string' ? [body ?? pattern, flags] : [pattern.source, pattern.flags]
  try {
    const expression = new RegExp(source, given.replaceAll(/[gy]/g, ''))
    return { expression, test: (text) => expression.test(text), message: '格式不正确，请检查后重新填写' }
  } catch (error) {
    if (error instanceof SyntaxError) return { objection: error.message }
    throw error
  }
}
