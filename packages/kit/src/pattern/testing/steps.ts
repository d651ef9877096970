type Next = (at: number) => boolean
type Matcher = (at: number, next: Next) => boolean

/**
 * How many characters a backtracking engine looks at to answer `expression.test(text)`. Knows what `named` uses:
 * characters, classes, escapes, `(?:…)`, `|`, greedy quantifiers, `^` in front and `$`.
 */
export function stepsOf(expression: RegExp, text: string): number {
  const { source } = expression
  const flags = expression.flags.replaceAll(/[^iu]/g, '')
  const letters = [...text]
  let steps = 0
  let at = 0

  const single = (atom: string): Matcher => {
    const one = new RegExp(`^${atom}$`, flags)
    return (position, next) => {
      steps += 1
      const letter = letters[position]
      return letter !== undefined && one.test(letter) && next(position + 1)
    }
  }

  function atom(): Matcher {
    const rest = source.slice(at)
    if (rest.startsWith('(?:')) {
      at += 3
      const inner = choice()
      at += 1
      return inner
    }
    const [token = ''] = /^(?:\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|[^\\[()])/.exec(rest) ?? []
    if (token === '') throw new Error(`not known to the counter: ${rest}`)
    at += token.length
    if (token === '^') return (position, next) => position === 0 && next(position)
    if (token === '$') return (position, next) => position === letters.length && next(position)
    return single(token)
  }

  function quantified(): Matcher {
    const inner = atom()
    const [token = '', one = '', from, comma, to] =
      /^(?:([?*+])|\{(\d+)(,?)(\d*)\})/.exec(source.slice(at)) ?? []
    at += token.length
    if (token === '') return inner
    const least = from === undefined ? (one === '+' ? 1 : 0) : Number(from)
    const most =
      from === undefined
        ? one === '?'
          ? 1
          : Infinity
        : comma === ''
          ? least
          : to === ''
            ? Infinity
            : Number(to)
    const again =
      (count: number, next: Next): Next =>
      (position) =>
        (count < most &&
          inner(position, (reached) => reached > position && again(count + 1, next)(reached))) ||
        (count >= least && next(position))
    return (position, next) => again(0, next)(position)
  }

  function sequence(): Matcher {
    const parts: Matcher[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(quantified())
    return (position, next) =>
      parts.reduceRight<Next>((then, part) => (reached) => part(reached, then), next)(position)
  }

  function choice(): Matcher {
    const ways = [sequence()]
    while (source[at] === '|') {
      at += 1
      ways.push(sequence())
    }
    return (position, next) => ways.some((way) => way(position, next))
  }

  const whole = choice()
  const starts = source.startsWith('^') ? 1 : letters.length + 1
  for (let start = 0; start < starts; start++) if (whole(start, () => true)) break
  return steps
}
