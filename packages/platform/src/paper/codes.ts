import bwip from 'bwip-js/node'

/** The modules of a QR code, row by row; true is dark. Error correction M: a smudged paper still reads. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  const [code] = bwip.raw('qrcode', text, 'eclevel=M')
  if (code === undefined || !('pixs' in code)) throw new Error('the QR code has no modules')
  const { pixs, pixx } = code
  return Array.from({ length: pixs.length / pixx }, (_, row) =>
    pixs.slice(row * pixx, (row + 1) * pixx).map((pixel) => pixel === 1),
  )
}

/** What Code 128 can carry here: printable ASCII. Other codes are shown as QR. */
export const isCode128Text = (text: string): boolean => /^[\x20-\x7e]{1,48}$/.test(text)

/** The widths of bars and gaps of a Code 128 in turn, bar first, in modules. */
export function code128Widths(text: string): readonly number[] {
  const [code] = bwip.raw('code128', text, '')
  if (code === undefined || !('sbs' in code)) throw new Error('the bar code has no bars')
  return code.sbs
}
