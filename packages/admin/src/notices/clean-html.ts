import { storedPathAt } from '@suoan/contract'
import { cleanRichText } from '@suoan/kit/rich-text'
import type { Context } from '@suoan/platform/context'

/** HTML of people as it may be stored, by the rule that the console shows it by (security.md V18; decision 0755). */
export const cleanHtml = ({ config }: Context, html: string): string =>
  cleanRichText(html, (address) => {
    const path = storedPathAt(address)
    return path === null ? null : `${config.apiBase}/sys/common/static/${path}`
  })
