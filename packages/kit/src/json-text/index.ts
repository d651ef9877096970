/** The first place at which a text is no JSON: line and column from 1, and what is the matter, in words for people. */
export interface JsonProblem {
  readonly line: number
  readonly column: number
  readonly reason: string
}

/**
 * Why a text is no JSON (RFC 8259); null where it is. Browsers say it in English, each in its own words, and not all of
 * them where.
 * @example jsonProblem('{"a": }') // { line: 1, column: 7, reason: '这里应为一个值' }
 */
export function jsonProblem(text: string): JsonProblem | null {
  const reading = new Reading(text)
  if (reading.whole()) return null
  const before = text.slice(0, reading.at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, reason: reading.reason }
}

/** The same as one sentence, for below an input. */
export function jsonProblemText(text: string): string | null {
  const problem = jsonProblem(text)
  return problem && `JSON 格式不正确：第 ${problem.line} 行第 ${problem.column} 列，${problem.reason}`
}

const blank = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y
const plain = /[ !\x23-\x5B\x5D-\u{10FFFF}]*/uy
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

interface Opened {
  readonly sign: '}' | ']'
  /** A name stands before each value. */
  readonly named: boolean
}

/** Reads a text from its beginning and stops at the first fault. A stack of its own: a deep text is no deep call. */
class Reading {
  readonly #text: string
  at = 0
  reason = ''

  constructor(text: string) {
    this.#text = text
  }

  whole(): boolean {
    const open: Opened[] = []
    let needsValue = true
    do {
      if (needsValue) {
        const begun = this.#begin()
        if (begun === null) return false
        if (begun !== 'done') {
          const isEmpty = this.#takes(begun.sign)
          if (!isEmpty) {
            open.push(begun)
            if (begun.named && !this.#name()) return false
            continue
          }
        }
      }
      const inner = open.at(-1)
      needsValue = false
      if (!inner) break
      if (this.#takes(inner.sign)) open.pop()
      else if (this.#takes(',')) {
        if (this.#next() === inner.sign) return this.#stop('最后一项后面不能有逗号')
        if (inner.named && !this.#name()) return false
        needsValue = true
      } else return this.#stop(this.#isOver ? `缺少 ${inner.sign}` : `这里应为逗号或 ${inner.sign}`)
    } while (open.length > 0 || needsValue)
    this.#skip(blank)
    return this.#isOver || this.#stop('后面还有多余的内容')
  }

  /** A value that is read at once, or what it opens. */
  #begin(): Opened | 'done' | null {
    const sign = this.#next()
    if (sign === '{' || sign === '[') {
      this.at += 1
      return sign === '{' ? { sign: '}', named: true } : { sign: ']', named: false }
    }
    if (sign === '"') return this.#string() ? 'done' : null
    if (this.#skip(word) || this.#skip(number)) return 'done'
    this.#stop(
      this.#isOver
        ? '内容没有写完，缺少一个值'
        : "'‘“”".includes(sign)
          ? '文字要用英文双引号'
          : '这里应为一个值',
    )
    return null
  }

  #name(): boolean {
    const sign = this.#next()
    if (sign !== '"') return this.#stop(this.#isOver ? '内容没有写完，缺少名称' : '名称要用英文双引号')
    if (!this.#string()) return false
    return this.#takes(':') || this.#stop('名称后面应为英文冒号')
  }

  #string(): boolean {
    this.at += 1
    do this.#skip(plain)
    while (this.#skip(escaped))
    if (this.#text[this.at] === '"') {
      this.at += 1
      return true
    }
    if (this.#isOver) return this.#stop('文字缺少结尾的双引号')
    return this.#stop(
      this.#text[this.at] === '\\'
        ? '反斜杠后面的写法不对，反斜杠本身要写成两个'
        : '文字里不能换行，换行要写成 \\n',
    )
  }

  #takes(sign: string): boolean {
    if (this.#next() !== sign) return false
    this.at += 1
    return true
  }

  #next(): string {
    this.#skip(blank)
    return this.#text[this.at] ?? ''
  }

  /** Goes behind what stands here; says whether there was any of it. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.at += found.length
    return found !== ''
  }

  #stop(reason: string): false {
    this.reason = reason
    return false
  }

  get #isOver(): boolean {
    return this.at >= this.#text.length
  }
}
