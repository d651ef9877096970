import type { CellId } from '../model/row.ts'
import type { Table } from '../model/table.ts'

/** An upload that is under way or has failed; a finished one is the value of its cell. */
export interface Upload {
  readonly status: 'uploading' | 'error'
  readonly percent: number
  readonly message: string
  readonly cancel: () => void
}

const uploads = new WeakMap<Table, Map<string, Upload>>()
const nameOf = ({ id, key }: CellId) => `${id}\n${key}`

export const uploadOf = (table: Table, cell: CellId): Upload | undefined =>
  uploads.get(table)?.get(nameOf(cell))

/** Notes how an upload of a cell stands, and draws the row; null takes the note away. */
export function noteUpload(table: Table, cell: CellId, upload: Upload | null): void {
  const own = uploads.get(table) ?? new Map<string, Upload>()
  uploads.set(table, own)
  if (upload) own.set(nameOf(cell), upload)
  else own.delete(nameOf(cell))
  table.signals.touch(cell.id)
}

/** Uploads under way; what is saved now would lack them. */
export const busyUploads = (table: Table): number =>
  [...(uploads.get(table)?.values() ?? [])].filter(({ status }) => status === 'uploading').length
