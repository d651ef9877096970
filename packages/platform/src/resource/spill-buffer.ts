import type { FileHandle } from 'node:fs/promises'
import { openTemporary } from './temporary-file.ts'

const memoryBytes = 4 * 1024 * 1024

/** Bytes that must wait until what stands before them is known: in memory at first, then in a temporary file. */
export class SpillBuffer implements AsyncDisposable {
  /** All bytes appended so far. */
  size = 0
  #chunks: Uint8Array[] = []
  #held = 0
  #file: FileHandle | undefined

  async append(bytes: Uint8Array): Promise<void> {
    this.#chunks.push(bytes)
    this.#held += bytes.length
    this.size += bytes.length
    if (this.#held >= memoryBytes) await this.#spill()
  }

  /** The bytes from the beginning, in pieces. */
  async *read(): AsyncGenerator<Uint8Array> {
    if (this.#file) {
      await this.#spill()
      for (let at = 0; at < this.size;) {
        const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(64 * 1024), 0, 64 * 1024, at)
        if (bytesRead === 0) throw new Error('a temporary file of the export became shorter')
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
    } else yield* this.#chunks
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#chunks = []
    await this.#file?.close()
  }

  async #spill(): Promise<void> {
    this.#file ??= await openTemporary()
    await this.#file.write(Buffer.concat(this.#chunks))
    this.#chunks = []
    this.#held = 0
  }
}
