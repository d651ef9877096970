/** A file on its way: it waits, is sent, or has failed. One that is stored is none of these any more. */
export interface PendingFile {
  readonly id: number
  readonly name: string
  readonly status: 'waiting' | 'sending' | 'failed'
  /** 0…100, of the bytes sent. */
  readonly percent: number
  /** Why it failed; else empty. */
  readonly problem: string
}

export interface SendOptions {
  /** 0…100, of the bytes sent. */
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

/** Stores a file and gives its path or address. Throws an `Error` whose message is shown. */
export type SendFile = (file: File, options: SendOptions) => Promise<string>

export interface SendPorts {
  readonly upload: SendFile
  /** A file was stored, and is pending no more. */
  readonly stored: (id: number, address: string, file: File) => void
}

interface Held {
  readonly file: File
  readonly controller: AbortController
}

/**
 * Sends files one after another, in the order in which they were chosen; one that failed waits to be sent again or taken
 * back. What becomes of a stored one is the business of who holds the queue.
 */
export class SendQueue {
  #pending: readonly PendingFile[] = []
  #ports: SendPorts | null = null
  #nextId = 1
  readonly #held = new Map<number, Held>()
  readonly #listeners = new Set<() => void>()

  readonly pending = (): readonly PendingFile[] => this.#pending
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  take(ports: SendPorts): void {
    this.#ports = ports
  }

  /** Takes files to be sent, and gives the id of each. */
  add(files: readonly File[]): readonly number[] {
    const added = files.map((file): PendingFile => {
      const id = this.#nextId++
      this.#held.set(id, { file, controller: new AbortController() })
      return { id, name: file.name, status: 'waiting', percent: 0, problem: '' }
    })
    if (added.length > 0) this.#set([...this.#pending, ...added])
    void this.#sendNext()
    return added.map(({ id }) => id)
  }

  /** Takes files back that are on their way or have failed. */
  cancel(...ids: readonly number[]): void {
    for (const id of ids) {
      this.#held.get(id)?.controller.abort()
      this.#held.delete(id)
    }
    this.#set(this.#pending.filter(({ id }) => !ids.includes(id)))
    void this.#sendNext()
  }

  /** Sends a file again that has failed. */
  retry(id: number): void {
    const held = this.#held.get(id)
    if (!held) return
    this.#held.set(id, { ...held, controller: new AbortController() })
    this.#patch(id, { status: 'waiting', percent: 0, problem: '' })
    void this.#sendNext()
  }

  async #sendNext(): Promise<void> {
    const ports = this.#ports
    if (!ports || this.#pending.some(({ status }) => status === 'sending')) return
    const next = this.#pending.find(({ status }) => status === 'waiting')
    const held = next && this.#held.get(next.id)
    if (!next || !held) return
    const { id } = next
    const { file, controller } = held
    this.#patch(id, { status: 'sending' })
    try {
      const address = await ports.upload(file, {
        onProgress: (percent) => this.#patch(id, { percent }),
        signal: controller.signal,
      })
      if (controller.signal.aborted) return
      this.#held.delete(id)
      this.#set(this.#pending.filter((each) => each.id !== id))
      // The ports may be other ones by now: the field was drawn anew meanwhile.
      this.#ports?.stored(id, address, file)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof Error)) throw error
      this.#patch(id, { status: 'failed', problem: reasonOf(error.message) })
    }
    await this.#sendNext()
  }

  #patch(id: number, change: Partial<PendingFile>): void {
    this.#set(this.#pending.map((each) => (each.id === id ? { ...each, ...change } : each)))
  }

  #set(pending: readonly PendingFile[]): void {
    this.#pending = pending
    for (const listener of this.#listeners) listener()
  }
}

/** The words of the failure after `上传失败`, with which the server's begin, too. */
const reasonOf = (message: string): string =>
  message.replace(/^上传失败[！!，：]?\s*/u, '').trim() || '未知错误'

/** Why a form with such files, of which `noun` says what they are, cannot be saved yet; null when it can. */
export function pendingProblem(pending: readonly PendingFile[], noun = '文件'): string | null {
  if (pending.some(({ status }) => status !== 'failed')) return `${noun}还在上传，请等上传完成后再保存`
  const failed = pending.find(({ status }) => status === 'failed')
  return failed ? `${failed.name} 上传失败，请重试，或移除后再保存` : null
}
