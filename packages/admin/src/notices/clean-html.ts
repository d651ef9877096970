import { storedPathAt } from '@suoan/contract'
import { cleanRichText } from '@suoan/kit/rich-text'
import type { Context } from '@suoan/platform/context'

/** HTML of people as it may be stored, and the stored paths of the pictures in it. */
export interface CleanHtml {
  readonly html: string
  readonly pictures: readonly string[]
}

/** HTML of people by the rule that the console shows it by (security.md V18; decision 0755). */
export function cleanHtml({ config }: Context, html: string): CleanHtml {
  const pictures = new Set<string>()
  const clean = cleanRichText(html, (address) => {
    const path = storedPathAt(address)
    if (path === null) return null
    pictures.add(path)
    return `${config.apiBase}/sys/common/static/${path}`
  })
  return { html: clean, pictures: [...pictures] }
}
