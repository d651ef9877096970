/** A picture on its way into a text: it waits, is sent, or has failed. One that is stored stands in the text. */
export interface PendingPicture {
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

/** Stores a picture and gives the address under which it is shown. Throws an `Error` whose message is shown. */
export type UploadPicture = (file: File, options: SendOptions) => Promise<string>

interface Ports {
  readonly upload: UploadPicture
  /** Largest picture, bytes. */
  readonly maxBytes: number
  /** Puts the stored picture where it was dropped or pasted. */
  readonly insert: (id: number, address: string, name: string) => void
  /** It will not come: its place in the text is taken away. */
  readonly forget: (id: number) => void
}

interface Sending {
  readonly file: File
  readonly controller: AbortController
}

/** The pictures of a text without their looks: sends one after another, in the order in which they came. */
export class PictureQueue {
  #pending: readonly PendingPicture[] = []
  #ports: Ports | null = null
  #nextId = 1
  readonly #files = new Map<number, Sending>()
  readonly #listeners = new Set<() => void>()

  readonly pending = (): readonly PendingPicture[] => this.#pending
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  take(ports: Ports): void {
    this.#ports = ports
  }

  /** Takes pictures to be sent; `place` marks where each will stand. Gives why some were refused, else ''. */
  add(files: readonly File[], place: (id: number) => void): string {
    let refusal = ''
    const added: PendingPicture[] = []
    for (const file of files) {
      const problem = this.#refusal(file)
      if (problem !== '') {
        refusal = problem
        continue
      }
      const id = this.#nextId++
      this.#files.set(id, { file, controller: new AbortController() })
      added.push({ id, name: file.name, status: 'waiting', percent: 0, problem: '' })
      place(id)
    }
    this.#set([...this.#pending, ...added])
    void this.#sendNext()
    return refusal
  }

  /** Takes a picture back that is on its way or has failed. */
  cancel(id: number): void {
    this.#files.get(id)?.controller.abort()
    this.#files.delete(id)
    this.#set(this.#pending.filter((each) => each.id !== id))
    this.#ports?.forget(id)
    void this.#sendNext()
  }

  /** Sends a picture again that has failed. */
  retry(id: number): void {
    const sending = this.#files.get(id)
    if (!sending) return
    this.#files.set(id, { ...sending, controller: new AbortController() })
    this.#patch(id, { status: 'waiting', percent: 0, problem: '' })
    void this.#sendNext()
  }

  #refusal(file: File): string {
    const most = this.#ports?.maxBytes ?? Infinity
    if (!file.type.startsWith('image/')) return `${file.name} 不是图片，请选择图片文件`
    if (file.size === 0) return `${file.name} 是空的，请重新选择`
    if (file.size > most) return `${file.name} 超过 ${Math.round(most / 1024 / 1024)} MB，请压缩后再插入`
    return ''
  }

  async #sendNext(): Promise<void> {
    const ports = this.#ports
    if (!ports || this.#pending.some(({ status }) => status === 'sending')) return
    const next = this.#pending.find(({ status }) => status === 'waiting')
    const sending = next && this.#files.get(next.id)
    if (!next || !sending) return
    const { file, controller } = sending
    this.#patch(next.id, { status: 'sending' })
    try {
      const address = await ports.upload(file, {
        onProgress: (percent) => this.#patch(next.id, { percent }),
        signal: controller.signal,
      })
      if (controller.signal.aborted) return
      this.#files.delete(next.id)
      this.#set(this.#pending.filter(({ id }) => id !== next.id))
      ports.insert(next.id, address, file.name)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof Error)) throw error
      const problem = error.message.replace(/^上传失败[！!，：]?\s*/u, '').trim() || '未知错误'
      this.#patch(next.id, { status: 'failed', problem })
    }
    await this.#sendNext()
  }

  #patch(id: number, change: Partial<PendingPicture>): void {
    this.#set(this.#pending.map((each) => (each.id === id ? { ...each, ...change } : each)))
  }

  #set(pending: readonly PendingPicture[]): void {
    this.#pending = pending
    for (const listener of this.#listeners) listener()
  }
}

/** Why a form with this text cannot be saved yet; null when it can. */
export function pictureProblem(pending: readonly PendingPicture[]): string | null {
  if (pending.some(({ status }) => status !== 'failed')) return '图片还在上传，请等上传完成后再保存'
  const failed = pending.find(({ status }) => status === 'failed')
  return failed ? `${failed.name} 上传失败，请重试，或移除后再保存` : null
}
