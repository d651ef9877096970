import { richText } from '@suoan/contract'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import './rich-text.css'

const purifier = DOMPurify()
// A link of a message opens beside the console and tells the other page nothing of it.
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A' || !node.hasAttribute('href')) return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer')
})
const addresses = new RegExp(String.raw`^(?:(?:${richText.schemes.join('|')}):|\/(?![/\\]))`, 'i')

/**
 * HTML of people, cleaned once more before it is shown: what is stored may be older than the rule, or come from another
 * hand (security.md V18).
 */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(
    () =>
      purifier.sanitize(html, {
        ALLOWED_TAGS: [...richText.tags],
        ALLOWED_ATTR: [...richText.attributes],
        ALLOWED_URI_REGEXP: addresses,
        ALLOW_DATA_ATTR: false,
        ALLOW_ARIA_ATTR: false,
      }),
    [html],
  )
  // Cleaned in the line above, by the list the server keeps too.
  // oxlint-disable-next-line react/no-danger
  return <div className="rich-text-shown" dangerouslySetInnerHTML={{ __html: clean }} />
}
