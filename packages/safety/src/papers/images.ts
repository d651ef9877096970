import type { Paper } from '@suoan/contract'
import type { Context } from '@suoan/platform/context'
import { readWhole } from '@suoan/platform/files/store/blob-store'

/** Longest side of a handwriting on paper, px: three centimetres at 400 dpi. */
const side = 480

/**
 * The pictures a paper names, as PNG on white. One that is gone or no picture is left out: its place stays empty, and the
 * words beside it say who signed.
 */
export async function imagesOf(
  ctx: Context,
  tenantId: number,
  { blocks }: Paper,
): Promise<Record<string, Uint8Array>> {
  const names = blocks.flatMap((block) =>
    block.kind === 'signs' ? block.items.flatMap(({ image }) => (image === null ? [] : [image])) : [],
  )
  const found: Record<string, Uint8Array> = {}
  for (const path of new Set(names)) {
    const content = await readWhole(ctx.blobs, { tenantId, path })
    if (content === null) continue
    const small = await smaller(content)
    if (small === null) ctx.log.warn({ path }, 'a signature on a paper is no picture')
    else found[path] = small
  }
  return found
}

async function smaller(content: Buffer): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp')
  const image = sharp(content, { failOn: 'none' })
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png()
  return image.toBuffer().catch(() => null)
}
