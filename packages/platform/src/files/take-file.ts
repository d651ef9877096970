import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { fail } from '../fail.ts'
import { type Spooled, spool } from './spool.ts'

/** The file of a call, whole on the disk of this node; to be disposed of. */
export interface TakenFile extends AsyncDisposable {
  readonly spooled: Spooled
  /** What the client calls it. */
  readonly name: string
}

/**
 * Takes in the one file of a call, at most `megabytes` of it, and reads the call to its end: of several files none is
 * kept, as one that is passed over in silence would be taken for stored. Null where there is none.
 */
export async function takeFile(
  config: Pick<Config, 'dataDir'>,
  request: FastifyRequest,
  megabytes: number,
): Promise<TakenFile | null> {
  const [taken] = await takeFiles(config, request, { megabytes, most: 1 })
  return taken ?? null
}

/** Takes in the files of a call, at most so many and together at most so large; of too many or too much none is kept. */
export async function takeFiles(
  config: Pick<Config, 'dataDir'>,
  request: FastifyRequest,
  { megabytes, most }: { readonly megabytes: number; readonly most: number },
): Promise<TakenFile[]> {
  const taken: TakenFile[] = []
  try {
    for await (const part of request.files({ limits: { fileSize: megabytes * 1024 * 1024, files: most } })) {
      const spooled = await spool(config, part.file)
      taken.push({
        spooled,
        name: part.filename,
        [Symbol.asyncDispose]: () => spooled[Symbol.asyncDispose](),
      })
      const together = taken.reduce((sum, each) => sum + each.spooled.size, 0)
      // The stream of one ends at the limit as if there were no more.
      if (part.file.truncated || together > megabytes * 1024 * 1024)
        throw fail('FILE_TOO_LARGE', { limit: `${megabytes}MB` })
    }
    return taken
  } catch (error) {
    await disposeAll(taken)
    throw error
  }
}

/** Disposes of them one after the other. */
export async function disposeAll(all: readonly AsyncDisposable[]): Promise<void> {
  for (const each of all) await each[Symbol.asyncDispose]()
}
