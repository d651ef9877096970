import { SendQueue, type PendingFile, type SendFile } from '../send-queue/index.ts'
import { joinPaths, noteFileName, pathsOf, pictureTypes } from '../stored-file/index.ts'

/** What a field of files takes. */
export interface FileRules {
  readonly accept: 'image' | 'any'
  /** How many it holds; 0 = any number. Beyond it the last ones are kept (2-data-entry.md §5). */
  readonly most: number
  /** Largest file, bytes. */
  readonly maxBytes: number
}

/** What a field of files needs of the page around it. */
export interface FilePorts {
  /** Stores a file and gives its path. */
  readonly upload: SendFile
  /** The field holds other paths now, joined by commas. */
  readonly onChange: (value: string | undefined) => void
}

export interface FileFieldState {
  readonly pending: readonly PendingFile[]
  /** What was refused or cannot be done, in words for a person. */
  readonly note: string
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
  readonly #queue = new SendQueue()
  readonly #listeners = new Set<() => void>()

  constructor() {
    this.#queue.subscribe(() => this.#set({}))
  }

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
    this.#queue.take({ upload: ports.upload, stored: (_id, path, { name }) => this.#stored(path, name) })
  }

  /** Sends files that were chosen, dropped or pasted; what the field does not take is said, the others go on. */
  add(files: readonly File[]): void {
    const fitting = files.filter((file) => this.#refusal(file) === null)
    const refused = files.map((file) => this.#refusal(file)).find((text) => text !== null)
    const { most } = this.#rules
    // Those that would be pushed out again are not sent at all.
    const chosen = most === 0 ? fitting : fitting.slice(-most)
    // A field of one file begins anew with the next choice: what failed before it is no longer wanted.
    if (most === 1 && chosen.length > 0) this.#queue.cancel(...this.#queue.pending().map(({ id }) => id))
    this.#queue.add(chosen)
    this.#set({ note: refused ?? '' })
  }

  /** Takes a file back that is on its way or has failed. */
  cancel(id: number): void {
    this.#queue.cancel(id)
    this.#set({ note: '' })
  }

  /** Sends a file again that has failed. */
  retry(id: number): void {
    this.#queue.retry(id)
  }

  remove(path: string): void {
    this.#tell(this.#paths.filter((each) => each !== path))
    this.#set({ note: '' })
  }

  /** Moves a file among the others by one place; at either end it says so. */
  move(path: string, by: -1 | 1): void {
    const from = this.#paths.indexOf(path)
    const other = this.#paths[from + by]
    if (from < 0) return this.#set({ note: '未知的操作' })
    if (other === undefined) return this.#set({ note: '已到最后~' })
    this.#tell(this.#paths.map((each) => (each === path ? other : each === other ? path : each)))
    this.#set({ note: '' })
  }

  /** Why a file is not sent at all; null when it may be. */
  #refusal(file: File): string | null {
    const { accept, maxBytes } = this.#rules
    if (accept === 'image' && !file.type.includes('image')) return '请上传图片'
    if (accept === 'image' && !pictureTypes.split(',').includes(file.type))
      return `${file.name} 上传失败：图片只能是 png、jpg、gif 或 webp`
    if (file.size > maxBytes)
      return `${file.name} 上传失败：文件大小超出${Math.round(maxBytes / 1024 / 1024)}MB限制, 请压缩或降低文件质量!`
    if (file.size === 0) return `${file.name} 上传失败：文件是空的，请重新选择`
    return null
  }

  #stored(path: string, name: string): void {
    noteFileName(path, name)
    const { most } = this.#rules
    const all = [...this.#paths, path]
    this.#tell(most === 0 ? all : all.slice(-most))
  }

  #tell(paths: readonly string[]): void {
    this.#paths = paths
    this.#ports?.onChange(joinPaths(paths))
  }

  #set(change: Partial<FileFieldState>): void {
    this.#state = { ...this.#state, ...change, pending: this.#queue.pending() }
    for (const listener of this.#listeners) listener()
  }
}
