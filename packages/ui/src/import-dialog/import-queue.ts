/** What is said of a workbook that was imported. */
export interface ImportOutcome {
  readonly message: string
  /**
   * Present when some rows were refused: how many, the address of the text with the reasons, and of the workbook in which
   * their cells are marked.
   */
  readonly report: { readonly text: string; readonly url: string; readonly markedUrl: string | null } | null
}

export interface ImportSendOptions {
  /** 0…100, of the bytes sent; after 100 the rows are still being checked and stored. */
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

/** What an import needs of the page around it. */
export interface ImportPorts {
  /** Largest file, bytes. */
  readonly maxBytes: number
  /** Fetches the workbook to be filled in; without it none is offered. */
  readonly downloadTemplate?: () => Promise<void>
  /** Imports one workbook. Throws an `Error` whose message is shown. */
  readonly send: (file: File, options: ImportSendOptions) => Promise<ImportOutcome>
  /** A workbook was imported, wholly or in part: the list has other rows now. */
  readonly onImported: () => void
  /** Nothing is left to do or to read: every file was imported without an error. */
  readonly onAllImported: (outcomes: readonly ImportOutcome[]) => void
}

export interface ImportFile {
  readonly id: number
  readonly name: string
  readonly status: 'waiting' | 'sending' | 'done' | 'failed'
  /** 0…100, of the bytes sent. */
  readonly percent: number
  /** Why it failed; else empty. */
  readonly problem: string
  /** What came of it once it is done. */
  readonly outcome: ImportOutcome | null
}

export interface ImportState {
  readonly files: readonly ImportFile[]
  /** Why files were not taken, one sentence each. */
  readonly refused: readonly string[]
  readonly isSending: boolean
}

/**
 * The import dialog without its looks (2-data-entry.md §2, 5-screens.md §13.13): takes workbooks, sends them one after
 * another once it is told to, and keeps what came of each. One that failed waits to be tried again or taken away.
 */
export class ImportQueue {
  #state: ImportState = { files: [], refused: [], isSending: false }
  #ports: ImportPorts | null = null
  #nextId = 1
  /** Files of this run that are still to be sent. */
  #due: readonly number[] = []
  #sending: { readonly id: number; readonly controller: AbortController } | null = null
  readonly #contents = new Map<number, File>()
  readonly #listeners = new Set<() => void>()

  readonly state = (): ImportState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  take(ports: ImportPorts): void {
    this.#ports = ports
  }

  /**
   * Takes files that were chosen, dropped or pasted; they wait for `start`. What is no workbook is said, the others are
   * taken. A file of the name of one that has failed stands in its place: it was corrected and chosen again.
   */
  add(files: readonly File[]): void {
    const refusals = files.map((file) => this.#refusal(file))
    const fresh = files.filter((file, n) => refusals[n] === null && !this.#isWaiting(file))
    const names = new Set(fresh.map(({ name }) => name))
    const before = this.#state.files.filter(({ status, name }) => status !== 'failed' || !names.has(name))
    const added = fresh.map((file): ImportFile => {
      const id = this.#nextId++
      this.#contents.set(id, file)
      return { id, name: file.name, status: 'waiting', percent: 0, problem: '', outcome: null }
    })
    this.#set({
      files: [...before, ...added],
      refused: [...new Set(refusals.filter((text) => text !== null))],
    })
  }

  /** Takes a file away; one that is being sent is not sent to its end. */
  remove(id: number): void {
    this.#due = this.#due.filter((each) => each !== id)
    this.#contents.delete(id)
    this.#set({ files: this.#state.files.filter((each) => each.id !== id) })
    if (this.#sending?.id === id) this.#sending.controller.abort()
  }

  /** Sends every file that waits. */
  start(): void {
    this.#due = this.#state.files.filter(({ status }) => status === 'waiting').map(({ id }) => id)
    void this.#run()
  }

  /** Sends a file again that has failed, after those that are on their way. */
  retry(id: number): void {
    this.#patch(id, { status: 'waiting', percent: 0, problem: '' })
    this.#due = [...this.#due, id]
    void this.#run()
  }

  /** Sends nothing any more. Rows that the server has already taken stay. */
  stop(): void {
    this.#due = []
    this.#sending?.controller.abort()
  }

  async #run(): Promise<void> {
    if (this.#state.isSending || this.#due.length === 0) return
    this.#set({ isSending: true, refused: [] })
    for (let [id] = this.#due; id !== undefined; [id] = this.#due) {
      this.#due = this.#due.slice(1)
      await this.#send(id)
    }
    this.#set({ isSending: false })
    const outcomes = this.#state.files.map(({ outcome }) => outcome).filter((outcome) => outcome !== null)
    const isClean = outcomes.length === this.#state.files.length && outcomes.every(({ report }) => !report)
    if (isClean && outcomes.length > 0) this.#ports?.onAllImported(outcomes)
  }

  async #send(id: number): Promise<void> {
    const file = this.#contents.get(id)
    if (!file || !this.#ports) return
    const controller = new AbortController()
    const { signal } = controller
    this.#sending = { id, controller }
    this.#patch(id, { status: 'sending' })
    try {
      if (!(await isReadable(file))) throw new Error('文件已被修改、移动或删除，请移除后重新选择')
      const onProgress = (percent: number) => this.#patch(id, { percent })
      const outcome = await this.#ports.send(file, { onProgress, signal })
      if (signal.aborted) return
      this.#contents.delete(id)
      this.#patch(id, { status: 'done', percent: 100, outcome })
      this.#ports.onImported()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (!signal.aborted) this.#patch(id, { status: 'failed', problem: error.message || '文件上传失败' })
    } finally {
      this.#sending = null
      // Stopped, and not taken away: it waits as it did before.
      if (signal.aborted) this.#patch(id, { status: 'waiting', percent: 0 })
    }
  }

  /** The very same file, chosen twice. */
  #isWaiting(file: File): boolean {
    return this.#state.files.some(({ id, status }) => {
      const held = status === 'waiting' ? this.#contents.get(id) : undefined
      return held?.name === file.name && held.size === file.size && held.lastModified === file.lastModified
    })
  }

  /** Why a file is not taken; null when it is. */
  #refusal({ name, size }: File): string | null {
    if (!/\.xlsx?$/i.test(name)) return `“${name}”不是 Excel 文件，请选择 .xls 或 .xlsx 文件`
    const maxBytes = this.#ports?.maxBytes ?? Infinity
    if (size > maxBytes) return `“${name}”超过 ${megabytes(maxBytes)}，请拆分后再导入`
    return size === 0 ? `“${name}”是空文件，请填写后重新选择` : null
  }

  #patch(id: number, change: Partial<ImportFile>): void {
    this.#set({ files: this.#state.files.map((each) => (each.id === id ? { ...each, ...change } : each)) })
  }

  #set(change: Partial<ImportState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** A size for people, e.g. `20MB`. */
export const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)}MB`

/**
 * Whether the file is still as it was when it was chosen. A workbook that was corrected and saved meanwhile cannot be
 * read any more, and sending it would look like a broken network.
 */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
