import { SendQueue, type PendingFile, type SendFile } from '../send-queue/index.ts'

interface Ports {
  readonly upload: SendFile
  /** Largest picture, bytes. */
  readonly maxBytes: number
  /** Puts the stored picture where it was dropped or pasted. */
  readonly insert: (id: number, address: string, name: string) => void
  /** It will not come: its place in the text is taken away. */
  readonly forget: (id: number) => void
}

/** The pictures of a text without their looks: each has a place in the text until it is stored or taken back. */
export class PictureQueue {
  #ports: Ports | null = null
  readonly #queue = new SendQueue()

  readonly pending = (): readonly PendingFile[] => this.#queue.pending()
  readonly subscribe = (listener: () => void): (() => void) => this.#queue.subscribe(listener)

  take(ports: Ports): void {
    this.#ports = ports
    this.#queue.take({
      upload: ports.upload,
      stored: (id, address, { name }) => ports.insert(id, address, name),
    })
  }

  /** Takes pictures to be sent; `place` marks where each will stand. Gives why some were refused, else ''. */
  add(files: readonly File[], place: (id: number) => void): string {
    const fitting = files.filter((file) => this.#refusal(file) === '')
    for (const id of this.#queue.add(fitting)) place(id)
    return files.map((file) => this.#refusal(file)).findLast((text) => text !== '') ?? ''
  }

  /** Takes a picture back that is on its way or has failed. */
  cancel(id: number): void {
    this.#queue.cancel(id)
    this.#ports?.forget(id)
  }

  /** Sends a picture again that has failed. */
  retry(id: number): void {
    this.#queue.retry(id)
  }

  #refusal(file: File): string {
    const most = this.#ports?.maxBytes ?? Infinity
    if (!file.type.startsWith('image/')) return `${file.name} 不是图片，请选择图片文件`
    if (file.size === 0) return `${file.name} 是空的，请重新选择`
    if (file.size > most) return `${file.name} 超过 ${Math.round(most / 1024 / 1024)} MB，请压缩后再插入`
    return ''
  }
}
