/** A colour of the tokens (console-base/tokens.css), as style sheets write it. */
const variable = /^var\((--[\w-]+)\)$/

/** The option of a chart with its tokens replaced by colours: a canvas knows no variables. */
export function withColours<T>(option: T, colourOf: (name: string) => string): T
export function withColours(option: unknown, colourOf: (name: string) => string): unknown {
  if (typeof option === 'string') {
    const name = variable.exec(option)?.[1]
    return name === undefined ? option : colourOf(name)
  }
  if (Array.isArray(option)) return option.map((each) => withColours(each, colourOf))
  if (option === null || typeof option !== 'object') return option
  return Object.fromEntries(Object.entries(option).map(([key, each]) => [key, withColours(each, colourOf)]))
}
