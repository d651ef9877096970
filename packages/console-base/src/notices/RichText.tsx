import { storedPathAt } from '@suoan/contract'
import { cleanRichText } from '@suoan/kit/rich-text'
import { useMemo } from 'react'
import { fileUrl } from '../request/api-base.ts'
import './rich-text.css'

/**
 * HTML of people, cleaned once more before it is shown: what is stored may be older than the rule, or come from another
 * hand (security.md V18).
 */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => cleanRichText(html, pictureOf), [html])
  // Cleaned in the line above, by the function that the server stores by.
  // oxlint-disable-next-line react/no-danger
  return <div className="rich-text-shown" dangerouslySetInnerHTML={{ __html: clean }} />
}

/** Address under which a picture of the own store is shown; null for a foreign one. */
export function pictureOf(address: string): string | null {
  const path = storedPathAt(address)
  return path === null ? null : fileUrl(path)
}
