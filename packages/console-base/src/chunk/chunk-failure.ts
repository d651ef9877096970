/** 1-shell.md §9: a part of the console that has not come after 120 s does not come any more. */
const chunkTimeoutMs = 120_000

/** A part of the console that could not be fetched (1-shell.md §8). */
export class ChunkFailure extends Error {
  override readonly name = 'ChunkFailure'
  readonly code: 'CHUNK_LOAD_FAILED' | 'CSS_CHUNK_LOAD_FAILED'
  /** `missing`: it was refused or the network is away; `timeout`: it has not come in time. */
  readonly type: 'missing' | 'timeout'
  /** Address that was asked for, as far as the browser tells it. */
  readonly request: string

  constructor(id: string, code: ChunkFailure['code'], type: ChunkFailure['type'], request: string) {
    super(`Loading ${code === 'CSS_CHUNK_LOAD_FAILED' ? 'CSS chunk' : 'chunk'} ${id} failed`)
    this.code = code
    this.type = type
    this.request = request
  }
}

/**
 * Fetches a part of the console, or throws a `ChunkFailure`. An error thrown by the part itself is a mistake in it and
 * passes as it is.
 * @param id what it is called in messages
 * @param load the dynamic import
 * @param wait resolves when the time is over; replaced in tests
 */
export async function loadChunk<T>(id: string, load: () => Promise<T>, wait = chunkTimeout): Promise<T> {
  const timer = wait()
  try {
    return await Promise.race([
      load(),
      timer.over.then(() => {
        throw new ChunkFailure(id, 'CHUNK_LOAD_FAILED', 'timeout', '')
      }),
    ])
  } catch (error) {
    throw chunkFailureOf(id, error) ?? error
  } finally {
    timer.cancel()
  }
}

/** A wait that can be given up. */
export interface Wait {
  readonly over: Promise<void>
  cancel(): void
}

function chunkTimeout(): Wait {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, chunkTimeoutMs)
  })
  return { over, cancel: () => clearTimeout(timer) }
}

/** Messages of Chromium, Firefox and Safari for a script, and of Vite for the style sheet beside one. */
const scriptMissing = [
  /^Failed to fetch dynamically imported module: (\S+)/,
  /^error loading dynamically imported module: (\S+)/,
  /^Importing a module script failed/,
]
const styleMissing = /^Unable to preload CSS for (\S+)/

/** Reads what a browser says about a part it could not fetch; null for every other error. */
export function chunkFailureOf(id: string, error: unknown): ChunkFailure | null {
  if (error instanceof ChunkFailure) return error
  if (!(error instanceof Error)) return null
  const style = styleMissing.exec(error.message)
  if (style) return new ChunkFailure(id, 'CSS_CHUNK_LOAD_FAILED', 'missing', style[1] ?? '')
  for (const pattern of scriptMissing) {
    const script = pattern.exec(error.message)
    if (script) return new ChunkFailure(id, 'CHUNK_LOAD_FAILED', 'missing', script[1] ?? '')
  }
  return null
}
