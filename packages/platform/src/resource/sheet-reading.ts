export type SheetLimits = {
  readonly fileBytes: number
  readonly rows: number
  readonly columns: number
  readonly zipEntries: number
  /** Bytes of all archive entries together when unpacked; measured by unpacking, not believed. Texts of cells as well. */
  readonly unpackedBytes: number
  /** Unpacked to packed, counted for an entry once it is larger than a megabyte. */
  readonly zipRatio: number
  /** Of the thread that reads: what is no .xlsx is read as a whole and has to fit into it. */
  readonly heapMegabytes: number
  readonly timeoutMs: number
}

/** What the reading thread is given. Files are named by their descriptors, which threads of one process share. */
export type SheetJob = {
  readonly file: string
  /** Rows are written to it, see `RowWriter`. */
  readonly rows: number
  /** Texts that cells share wait in it. */
  readonly strings: number
  readonly limits: SheetLimits
}

/** What a file of rows holds: a row each, and no empty ones. */
export type RowIndex = {
  /** Where each row stands in its sheet, from 0. */
  readonly places: Uint32Array
  /** Where each row ends in the file, bytes. */
  readonly ends: Uint32Array
}

/** Rows, or a Chinese sentence for the person who uploaded the file. */
export type SheetReading =
  | {
      readonly ok: true
      readonly index: RowIndex
      /** Names of the other sheets that hold something: they are not read. */
      readonly others: readonly string[]
    }
  | { readonly ok: false; readonly message: string }

/** Why a file is not read any further, in Chinese for the person who uploaded it. */
export class SheetRefusal extends Error {}
