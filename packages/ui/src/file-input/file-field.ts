import { joinPaths, noteFileName, pathsOf } from '../stored-file/index.ts'

/** What a field of files takes. */
export interface FileRules {
  readonly accept: 'image' | 'any'
  /** How many it holds; 0 = any number. Beyond it the last ones are kept (2-data-entry.md §5). */
  readonly most: number
  /** Largest file, bytes. */
  readonly maxBytes: number
}

export interface SendOptions {
  /** 0…100, of the bytes sent. */
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

/** What a field of files needs of the page around it. */
export interface FilePorts {
  /** Stores a file and gives its path. Throws an `Error` whose message is shown. */
  readonly upload: (file: File, options: SendOptions) => Promise<string>
  /** The field holds other paths now, joined by commas. */
  readonly onChange: (value: string | undefined) => void
}

/** A file on its way into the field: it waits, is sent, or has failed. One that is stored is a path of the value. */
export interface PendingFile {
  readonly id: number
  readonly name: string
  readonly status: 'waiting' | 'sending' | 'failed'
  /** 0…100, of the bytes sent. */
  readonly percent: number
  /** Why it failed; else empty. */
  readonly problem: string
}

export interface FileFieldState {
  readonly pending: readonly PendingFile[]
  /** What was refused or cannot be done, in words for a person. */
  readonly note: string
}

interface Sending {
  readonly file: File
  readonly controller: AbortController
}

/**
 * A form field of stored files without its looks: takes files, sends one after another (so they stand in the order in
 * which they were chosen), and tells the field's new value when one is stored. `take` gives it what the form holds now.
 */
export class FileField {
  #state: FileFieldState = { pending: [], note: '' }
  #rules: FileRules = { accept: 'any', most: 1, maxBytes: Infinity }
  #ports: FilePorts | null = null
  #paths: readonly string[] = []
  #nextId = 1
  readonly #files = new Map<number, Sending>()
  readonly #listeners = new Set<() => void>()

  readonly state = (): FileFieldState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** What the form holds and asks now. */
  take(value: unknown, rules: FileRules, ports: FilePorts): void {
    this.#paths = pathsOf(value)
    this.#rules = rules
    this.#ports = ports
  }

  /** Sends files that were chosen, dropped or pasted; what the field does not take is said, the others go on. */
  add(files: readonly File[]): void {
    const fitting = files.filter((file) => this.#refusal(file) === null)
    const refused = files.map((file) => this.#refusal(file)).find((text) => text !== null)
    const { most } = this.#rules
    // Those that would be pushed out again are not sent at all.
    const chosen = most === 0 ? fitting : fitting.slice(-most)
    const added = chosen.map((file): PendingFile => {
      const id = this.#nextId++
      this.#files.set(id, { file, controller: new AbortController() })
      return { id, name: file.name, status: 'waiting', percent: 0, problem: '' }
    })
    // A field of one file begins anew with the next choice: what failed before it is no longer wanted.
    const before = most === 1 && added.length > 0 ? this.#dropAll() : this.#state.pending
    this.#set({ pending: [...before, ...added], note: refused ?? '' })
    void this.#sendNext()
  }

  /** Takes a file back that is on its way or has failed. */
  cancel(id: number): void {
    this.#files.get(id)?.controller.abort()
    this.#files.delete(id)
    this.#set({ pending: this.#state.pending.filter((each) => each.id !== id), note: '' })
    void this.#sendNext()
  }

  /** Sends a file again that has failed. */
  retry(id: number): void {
    const sending = this.#files.get(id)
    if (!sending) return
    this.#files.set(id, { ...sending, controller: new AbortController() })
    this.#patch(id, { status: 'waiting', percent: 0, problem: '' })
    void this.#sendNext()
  }

  remove(path: string): void {
    this.#tell(this.#paths.filter((each) => each !== path))
    this.#set({ ...this.#state, note: '' })
  }

  /** Moves a file among the others by one place; at either end it says so. */
  move(path: string, by: -1 | 1): void {
    const from = this.#paths.indexOf(path)
    const other = this.#paths[from + by]
    if (from < 0) return this.#set({ ...this.#state, note: '未知的操作' })
    if (other === undefined) return this.#set({ ...this.#state, note: '已到最后~' })
    this.#tell(this.#paths.map((each) => (each === path ? other : each === other ? path : each)))
    this.#set({ ...this.#state, note: '' })
  }

  #dropAll(): readonly PendingFile[] {
    const chosen = new Set(this.#state.pending.map(({ id }) => id))
    for (const [id, { controller }] of this.#files)
      if (chosen.has(id)) {
        controller.abort()
        this.#files.delete(id)
      }
    return []
  }

  /** Why a file is not sent at all; null when it may be. */
  #refusal(file: File): string | null {
    const { accept, maxBytes } = this.#rules
    if (accept === 'image' && !file.type.includes('image')) return '请上传图片'
    if (file.size > maxBytes)
      return `${file.name} 上传失败：文件大小超出${Math.round(maxBytes / 1024 / 1024)}MB限制, 请压缩或降低文件质量!`
    if (file.size === 0) return `${file.name} 上传失败：文件是空的，请重新选择`
    return null
  }

  async #sendNext(): Promise<void> {
    const ports = this.#ports
    if (!ports || this.#state.pending.some(({ status }) => status === 'sending')) return
    const next = this.#state.pending.find(({ status }) => status === 'waiting')
    const sending = next && this.#files.get(next.id)
    if (!next || !sending) return
    const { file, controller } = sending
    this.#patch(next.id, { status: 'sending' })
    try {
      const path = await ports.upload(file, {
        onProgress: (percent) => this.#patch(next.id, { percent }),
        signal: controller.signal,
      })
      if (controller.signal.aborted) return
      noteFileName(path, file.name)
      const { most } = this.#rules
      const all = [...this.#paths, path]
      this.#files.delete(next.id)
      this.#set({ ...this.#state, pending: this.#state.pending.filter(({ id }) => id !== next.id) })
      this.#tell(most === 0 ? all : all.slice(-most))
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof Error)) throw error
      this.#patch(next.id, { status: 'failed', problem: reasonOf(error.message) })
    }
    await this.#sendNext()
  }

  #tell(paths: readonly string[]): void {
    this.#paths = paths
    this.#ports?.onChange(joinPaths(paths))
  }

  #patch(id: number, change: Partial<PendingFile>): void {
    const pending = this.#state.pending.map((each) => (each.id === id ? { ...each, ...change } : each))
    this.#set({ ...this.#state, pending })
  }

  #set(state: FileFieldState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** The words of the failure after `上传失败`, with which the server's begin, too. */
const reasonOf = (message: string): string =>
  message.replace(/^上传失败[！!，：]?\s*/u, '').trim() || '未知错误'

/** Why a form with this field cannot be saved yet; null when it can. */
export function pendingProblem(pending: readonly PendingFile[]): string | null {
  if (pending.some(({ status }) => status !== 'failed')) return '文件还在上传，请等上传完成后再保存'
  const failed = pending.find(({ status }) => status === 'failed')
  return failed ? `${failed.name} 上传失败，请重试，或移除后再保存` : null
}
