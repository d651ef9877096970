export type SheetLimits = {
  readonly fileBytes: number
  readonly rows: number
  readonly columns: number
  readonly zipEntries: number
  /** Bytes of all archive entries together when unpacked; measured by unpacking, not believed. */
  readonly unpackedBytes: number
  /** Unpacked to packed, counted for an entry once it is larger than a megabyte. */
  readonly zipRatio: number
  readonly heapMegabytes: number
  readonly timeoutMs: number
}

export type SheetJob = { readonly bytes: Uint8Array<ArrayBuffer>; readonly limits: SheetLimits }

/** Rows of texts, or a Chinese sentence for the person who uploaded the file. */
export type SheetReading =
  | { readonly ok: true; readonly rows: readonly (readonly string[])[] }
  | { readonly ok: false; readonly message: string }
