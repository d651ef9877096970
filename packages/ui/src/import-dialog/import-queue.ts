/** What is said of a workbook that was imported. */
export interface ImportOutcome {
  readonly message: string
  /**
   * Present when some rows were refused: how many, the address of the text with the reasons, and of the workbook in which
   * their cells are marked.
   */
  readonly report: { readonly text: string; readonly url: string; readonly markedUrl: string | null } | null
}

/** Why a row of a workbook would be refused. */
export interface ImportRowError {
  /** As the spreadsheet counts, from 1. */
  readonly line: number
  /** The columns to blame; empty where the reason names none. */
  readonly column: string
  readonly reason: string
}

/** What an import of a workbook would do: rows by what would come of them. Nothing is stored yet. */
export interface ImportPreview {
  readonly total: number
  /** Rows that were tried: of very large workbooks the first ones. */
  readonly tried: number
  readonly inserts: number
  readonly changes: number
  readonly same: number
  readonly refused: number
  /** What else is to be known before it begins, one sentence each. */
  readonly notes: readonly string[]
  /** The first errors. */
  readonly errors: readonly ImportRowError[]
  /** All reasons as a text, and the refused rows with their cells marked. */
  readonly report: { readonly url: string; readonly markedUrl: string | null } | null
}

export interface ImportSendOptions {
  /** 0…100, of the bytes sent; after 100 the rows are still being checked and stored. */
  readonly onProgress: (percent: number) => void
  /** How many of the rows are done, where the server tells. */
  readonly onRows: (rows: ImportRows) => void
  readonly signal: AbortSignal
  /** Rows with the key of a stored one change it; else they are refused. */
  readonly updatesExisting: boolean
}

interface ImportRows {
  readonly done: number
  readonly total: number
}

/** What an import needs of the page around it. */
export interface ImportPorts {
  /** Largest file, bytes. */
  readonly maxBytes: number
  /** Fetches the workbook to be filled in; without it none is offered. */
  readonly downloadTemplate?: () => Promise<void>
  /** Says what an import of one workbook would do; without it files are imported at once. Throws as `send` does. */
  readonly preview?: (file: File, options: ImportSendOptions) => Promise<ImportPreview>
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
  /** `checking`: its preview is on the way; `checked`: it can be read, and the import has not begun. */
  readonly status: 'waiting' | 'checking' | 'checked' | 'sending' | 'done' | 'failed'
  /** 0…100, of the bytes sent. */
  readonly percent: number
  /** How far the server is with its rows; null while it has not said so. */
  readonly rows: ImportRows | null
  /** Why it failed; else empty. */
  readonly problem: string
  /** What an import would do; null until that is known. */
  readonly preview: ImportPreview | null
  /** What came of it once it is done. */
  readonly outcome: ImportOutcome | null
}

export interface ImportState {
  readonly files: readonly ImportFile[]
  /** Why files were not taken, one sentence each. */
  readonly refused: readonly string[]
  readonly isBusy: boolean
  readonly updatesExisting: boolean
}

/** Whether there is anything in it to be imported. */
export const isWorthSending = ({ status, preview }: ImportFile): boolean =>
  status === 'checked' && preview !== null && preview.inserts + preview.changes > 0

/**
 * The import dialog without its looks (2-data-entry.md §2, 5-screens.md §13.13): takes workbooks, has them previewed one
 * after another once it is told to, imports them when it is told again, and keeps what came of each. One that failed waits
 * to be tried again or taken away.
 */
export class ImportQueue {
  #state: ImportState = { files: [], refused: [], isBusy: false, updatesExisting: false }
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
   * taken. A file of the name of one that has failed, or has rows that would be refused, stands in its place: it was
   * corrected and chosen again.
   */
  add(files: readonly File[]): void {
    const refusals = files.map((file) => this.#refusal(file))
    const taken = files.filter((file, n) => refusals[n] === null && !this.#isWaiting(file))
    const names = new Set(taken.map(({ name }) => name))
    const before = this.#state.files.filter((file) => !isToBeCorrected(file) || !names.has(file.name))
    const added = taken.map((file): ImportFile => {
      const id = this.#nextId++
      this.#contents.set(id, file)
      return { id, name: file.name, status: 'waiting', ...fresh, preview: null, outcome: null }
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

  /** Has every file previewed that waits; where none does, imports what was previewed. */
  start(): void {
    const { files } = this.#state
    const waiting = files.filter(({ status }) => status === 'waiting')
    this.#due = (waiting.length > 0 ? waiting : files.filter(isWorthSending)).map(({ id }) => id)
    void this.#run()
  }

  /** Does once more what has failed with a file, after those that are on their way. */
  retry(id: number): void {
    const file = this.#state.files.find((each) => each.id === id)
    this.#patch(id, { status: file?.preview ? 'checked' : 'waiting', ...fresh })
    this.#due = [...this.#due, id]
    void this.#run()
  }

  /** Whether rows may change stored ones; what was previewed for the other choice is previewed anew. */
  chooseUpdates(updatesExisting: boolean): void {
    if (this.#state.isBusy) return
    const files = this.#state.files.map((file): ImportFile =>
      file.status === 'checked' || file.status === 'failed'
        ? { ...file, status: 'waiting', ...fresh, preview: null }
        : file,
    )
    this.#set({ files, updatesExisting })
  }

  /** Sends nothing any more. Rows that the server has already taken stay. */
  stop(): void {
    this.#due = []
    this.#sending?.controller.abort()
  }

  async #run(): Promise<void> {
    if (this.#state.isBusy || this.#due.length === 0) return
    this.#set({ isBusy: true, refused: [] })
    for (let [id] = this.#due; id !== undefined; [id] = this.#due) {
      this.#due = this.#due.slice(1)
      await this.#next(id)
    }
    this.#set({ isBusy: false })
    const outcomes = this.#state.files.map(({ outcome }) => outcome).filter((outcome) => outcome !== null)
    const isClean = outcomes.length === this.#state.files.length && outcomes.every(({ report }) => !report)
    if (isClean && outcomes.length > 0) this.#ports?.onAllImported(outcomes)
  }

  /** The next step of a file: its preview where it has none, else its import. */
  async #next(id: number): Promise<void> {
    const before = this.#state.files.find((each) => each.id === id)
    const file = this.#contents.get(id)
    if (!before || !file || !this.#ports) return
    const { preview, send, onImported } = this.#ports
    const controller = new AbortController()
    const { signal } = controller
    this.#sending = { id, controller }
    const options: ImportSendOptions = {
      onProgress: (percent) => this.#patch(id, { percent }),
      onRows: (rows) => this.#patch(id, { rows }),
      signal,
      updatesExisting: this.#state.updatesExisting,
    }
    const isPreview = preview !== undefined && before.preview === null
    this.#patch(id, { status: isPreview ? 'checking' : 'sending', ...fresh })
    try {
      if (!(await isReadable(file))) throw new Error('文件已被修改、移动或删除，请移除后重新选择')
      if (isPreview) {
        const found = await preview(file, options)
        if (!signal.aborted) this.#patch(id, { status: 'checked', ...fresh, preview: found })
      } else {
        const outcome = await send(file, options)
        if (signal.aborted) return
        this.#contents.delete(id)
        this.#patch(id, { status: 'done', ...fresh, percent: 100, outcome })
        onImported()
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (!signal.aborted) this.#patch(id, { status: 'failed', problem: error.message || '文件上传失败' })
    } finally {
      this.#sending = null
      // Stopped, and not taken away: it waits as it did before.
      if (signal.aborted) this.#patch(id, { status: isPreview ? 'waiting' : before.status, ...fresh })
    }
  }

  /** The very same file, chosen twice. */
  #isWaiting(file: File): boolean {
    return this.#state.files.some(({ id, status }) => {
      const held = status === 'waiting' || status === 'checked' ? this.#contents.get(id) : undefined
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

const isToBeCorrected = ({ status, preview }: ImportFile): boolean =>
  status === 'failed' || (status === 'checked' && preview !== null && preview.refused > 0)

/** Of a file with which nothing is being done. */
const fresh = { percent: 0, rows: null, problem: '' } as const

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
