/**
 * A paper, described: what stands on it, not how it is drawn. The server draws it as PDF, the console as a page to print;
 * both say the same. Texts are Chinese and ready to be read; `image` is a stored path that the reader may open.
 */
export interface PaperColumn {
  readonly title: string
  /** Share of the width. */
  readonly share: number
}

export interface PaperSign {
  /** What was signed, e.g. `审批 1`. */
  readonly what: string
  readonly name: string
  /** `YYYY-MM-DD HH:mm`, Asia/Shanghai. */
  readonly time: string
  /** How, e.g. `手写签名`; of somebody signing for another, for whom. */
  readonly how: string
  /** Stored path of the handwriting. */
  readonly image: string | null
}

export type PaperBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string; readonly tone: 'plain' | 'warn' }
  | {
      readonly kind: 'fields'
      readonly items: readonly { readonly label: string; readonly value: string; readonly wide?: true }[]
    }
  | {
      readonly kind: 'table'
      readonly columns: readonly PaperColumn[]
      readonly rows: readonly (readonly string[])[]
      /** Said in place of rows. */
      readonly empty: string
    }
  | { readonly kind: 'signs'; readonly items: readonly PaperSign[]; readonly empty: string }

/** A paper of A4 pages with a head, a foot, and the number of each page. */
export interface Paper {
  readonly title: string
  /** Beside the title, e.g. the number of the ticket. */
  readonly no: string
  /** Lines under the title. */
  readonly head: readonly string[]
  /** QR in the head, and what is said beside it. */
  readonly code: { readonly text: string; readonly hint: string } | null
  /** Large grey letters across each page, e.g. `草稿`; '' for none. */
  readonly stamp: string
  /** In the foot of each page, beside `第 x 页 / 共 y 页`. */
  readonly foot: string
  /** Pages lie on their long side. */
  readonly isWide: boolean
  readonly blocks: readonly PaperBlock[]
}

/** Common sheets of A4 labels, in mm: how many across and down, each label, and where the first one begins. */
export interface LabelLayout {
  readonly title: string
  readonly across: number
  readonly down: number
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  /** Between two labels across. */
  readonly gap: number
}

export const labelLayouts = {
  '70x37': {
    title: '70 × 37 mm，每页 24 张',
    across: 3,
    down: 8,
    width: 70,
    height: 37,
    left: 0,
    top: 0.5,
    gap: 0,
  },
  '99x38': {
    title: '99.1 × 38.1 mm，每页 14 张',
    across: 2,
    down: 7,
    width: 99.1,
    height: 38.1,
    left: 4.65,
    top: 15.15,
    gap: 2.5,
  },
  '99x68': {
    title: '99.1 × 67.7 mm，每页 8 张',
    across: 2,
    down: 4,
    width: 99.1,
    height: 67.7,
    left: 4.65,
    top: 13.1,
    gap: 2.5,
  },
  '48x25': {
    title: '48.5 × 25.4 mm，每页 40 张',
    across: 4,
    down: 10,
    width: 48.5,
    height: 25.4,
    left: 8,
    top: 21.5,
    gap: 0,
  },
  '38x21': {
    title: '38.1 × 21.2 mm，每页 65 张',
    across: 5,
    down: 13,
    width: 38.1,
    height: 21.2,
    left: 4.75,
    top: 10.7,
    gap: 2.5,
  },
} as const satisfies Readonly<Record<string, LabelLayout>>

export type LabelSize = keyof typeof labelLayouts
export const labelSizes = [
  '70x37',
  '99x38',
  '99x68',
  '48x25',
  '38x21',
] as const satisfies readonly LabelSize[]
/** How the code stands on a label. */
export type LabelCode = 'qr' | 'code128'

export interface PaperLabel {
  readonly title: string
  /** What is scanned and read: the code of the thing. */
  readonly code: string
  readonly lines: readonly string[]
}

/** A sheet of labels; `skip` labels of the first page are left out, because they were used before. */
export interface LabelSheet {
  readonly size: LabelSize
  readonly codeKind: LabelCode
  readonly skip: number
  readonly labels: readonly PaperLabel[]
}

/** A tag (标牌) that hangs beside a lock: who works there, and that nobody may touch it. */
export interface PaperTag {
  readonly banner: string
  readonly no: string
  readonly items: readonly { readonly label: string; readonly value: string }[]
  readonly code: { readonly text: string; readonly hint: string }
}
