import { richText } from '@suoan/contract'

/**
 * HTML of people as it may be stored: tags, attributes and addresses of `richText` only. What is between other tags
 * stays as text, except scripts, styles and the like, which go with their contents (security.md V18). The library is loaded with
 * the first text: it is a whole parser.
 */
export async function cleanHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(html, {
    allowedTags: [...richText.tags],
    allowedAttributes: { '*': [...richText.attributes] },
    allowedSchemes: [...richText.schemes],
    allowProtocolRelative: false,
  })
}
