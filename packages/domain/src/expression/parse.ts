import {
  caught,
  maxDepth,
  maxLength,
  Mistake,
  type CompareOperator,
  type Expression,
  type ExpressionError,
} from './syntax.ts'
import { tokensOf, type Token } from './tokens.ts'

export type Parsed = { ok: true; expression: Expression } | { ok: false; error: ExpressionError }

/**
 * Reads a boolean expression (`Q1.open && PT3.deadVerified`, `workType in ['01','02'] && planHours > 8`).
 * Precedence, loosest first: `||`, `&&`, one comparison (`== != < <= > >= in`), `!`. Numbers, texts in quotes,
 * `true`, `false`, names with dots; nothing can be called. Limits: 500 characters, 32 levels. A mistake is a value,
 * nothing is thrown.
 */
export function parseExpression(text: string): Parsed {
  const read = caught(() => {
    if ([...text].length > maxLength) throw new Mistake(maxLength + 1, `条件不能超过 ${maxLength} 个字符`)
    return new Parser(tokensOf(text)).whole()
  })
  return read.ok ? { ok: true, expression: read.value } : { ok: false, error: read.error }
}

/** Every name an expression mentions, each once, in order of appearance. */
export function namesIn(expression: Expression): string[] {
  return [...new Set(walkNames(expression).map(({ name }) => name))]
}

/** Every mention of a name with its place. */
export function walkNames(expression: Expression): { name: string; at: number }[] {
  switch (expression.kind) {
    case 'literal':
      return []
    case 'name':
      return [{ name: expression.name, at: expression.at }]
    case 'not':
      return walkNames(expression.operand)
    case 'all':
    case 'any':
      return expression.operands.flatMap(walkNames)
    case 'compare':
      return [...walkNames(expression.left), ...walkNames(expression.right)]
    case 'in':
      return [...walkNames(expression.left), ...('kind' in expression.list ? walkNames(expression.list) : [])]
    default:
      return expression satisfies never
  }
}

const comparisons: readonly string[] = ['==', '!=', '<', '<=', '>', '>='] satisfies CompareOperator[]
const isComparison = (text: string): text is CompareOperator => comparisons.includes(text)

class Parser {
  private next = 0
  private depth = 0
  private readonly tokens: readonly Token[]
  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  whole(): Expression {
    if (this.here().kind === 'end') throw new Mistake(1, '条件不能为空')
    const expression = this.any()
    const rest = this.here()
    if (rest.kind !== 'end') throw new Mistake(rest.at, `多出的内容“${shown(rest)}”`)
    return expression
  }

  private any(): Expression {
    return this.chain('||', 'any', () => this.all())
  }

  private all(): Expression {
    return this.chain('&&', 'all', () => this.comparison())
  }

  private chain(sign: string, kind: 'all' | 'any', operand: () => Expression): Expression {
    const first = operand()
    const operands = [first]
    while (this.takes(sign)) operands.push(operand())
    return operands.length === 1 ? first : { kind, operands, at: first.at }
  }

  private comparison(): Expression {
    const left = this.unary()
    const token = this.here()
    if (token.kind === 'sign' && isComparison(token.text)) {
      this.next += 1
      const right = this.unary()
      this.refuseChain()
      return { kind: 'compare', operator: token.text, left, right, at: token.at }
    }
    if (token.kind === 'word' && token.text === 'in') {
      this.next += 1
      const list = this.list()
      this.refuseChain()
      return { kind: 'in', left, list, at: token.at }
    }
    return left
  }

  /** `a < b < c` reads like mathematics and would not mean it. */
  private refuseChain(): void {
    const token = this.here()
    const again =
      (token.kind === 'sign' && isComparison(token.text)) || (token.kind === 'word' && token.text === 'in')
    if (again) throw new Mistake(token.at, '比较不能连写，请用 && 连接')
  }

  private list(): Expression | (number | string)[] {
    const token = this.here()
    if (token.kind === 'word') return this.primary()
    this.needs('[', 'in 后面须为 [值, 值] 或名称')
    const values: (number | string)[] = []
    do {
      const item = this.here()
      if (item.kind !== 'number' && item.kind !== 'string')
        throw new Mistake(item.at, '列表中只能写数字或文字')
      values.push(item.value)
      this.next += 1
    } while (this.takes(','))
    this.needs(']', '列表缺少“]”')
    return values
  }

  private unary(): Expression {
    const { at } = this.here()
    if (!this.takes('!')) return this.primary()
    return this.deeper(at, () => ({ kind: 'not', operand: this.unary(), at }))
  }

  private primary(): Expression {
    const token = this.here()
    switch (token.kind) {
      case 'number':
      case 'string':
        this.next += 1
        return { kind: 'literal', value: token.value, at: token.at }
      case 'word':
        this.next += 1
        return named(token.text, token.at)
      case 'sign':
        if (this.takes('(')) return this.group(token.at)
        throw new Mistake(token.at, `此处不能是“${token.text}”，应为名称、数字、文字或“(”`)
      case 'end':
        throw new Mistake(token.at, '条件不完整，后面缺少内容')
      default:
        return token satisfies never
    }
  }

  private group(at: number): Expression {
    return this.deeper(at, () => {
      const inner = this.any()
      this.needs(')', '缺少右括号“)”')
      return inner
    })
  }

  private deeper<T>(at: number, read: () => T): T {
    this.depth += 1
    if (this.depth > maxDepth) throw new Mistake(at, `嵌套不能超过 ${maxDepth} 层`)
    const result = read()
    this.depth -= 1
    return result
  }

  private here(): Token {
    return this.tokens[this.next] ?? { kind: 'end', at: 1 }
  }

  private takes(sign: string): boolean {
    const token = this.here()
    if (token.kind !== 'sign' || token.text !== sign) return false
    this.next += 1
    return true
  }

  private needs(sign: string, message: string): void {
    if (!this.takes(sign)) throw new Mistake(this.here().at, message)
  }
}

function named(text: string, at: number): Expression {
  if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true', at }
  if (text === 'in') throw new Mistake(at, '“in”前面缺少要比较的名称')
  return { kind: 'name', name: text, at }
}

function shown(token: Exclude<Token, { kind: 'end' }>): string {
  return token.kind === 'number' || token.kind === 'string' ? String(token.value) : token.text
}
