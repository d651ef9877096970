import type { LabelSheet, Paper, PaperTag } from '@suoan/contract'

/** What is drawn: one of the described papers. */
export type Drawing =
  | { readonly kind: 'paper'; readonly paper: Paper }
  | { readonly kind: 'labels'; readonly sheet: LabelSheet; readonly title: string }
  | { readonly kind: 'tags'; readonly tags: readonly PaperTag[]; readonly title: string }

/** What a thread is given: the drawing, the pictures it names (PNG or JPEG, by stored path), and where the fonts lie. */
export interface PdfJob {
  readonly drawing: Drawing
  readonly images: Readonly<Record<string, Uint8Array>>
  readonly fonts: { readonly regular: string; readonly bold: string }
  /** Epoch ms, as its creation date. */
  readonly now: number
}
