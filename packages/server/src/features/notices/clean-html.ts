import { richText } from '@suoan/contract'
import sanitize from 'sanitize-html'

/**
 * HTML of people as it may be stored: tags, attributes and addresses of `richText` only. What is between other tags
 * stays as text, except scripts, styles and the like, which go with their contents (security.md V18).
 */
export const cleanHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: [...richText.tags],
    allowedAttributes: { '*': [...richText.attributes] },
    allowedSchemes: [...richText.schemes],
    allowProtocolRelative: false,
  })
