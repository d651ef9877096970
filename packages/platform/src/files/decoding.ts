/** Pictures decoded at the same time: a page of a list asks for thirty at once, and each takes some 50 MB. */
const mostAtOnce = 2

let running = 0
const waiting: (() => void)[] = []

/** Decodes a picture when it is its turn. */
export async function decodeInTurn<T>(decode: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => void waiting.push(resolve))
  running += 1
  try {
    return await decode()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}
