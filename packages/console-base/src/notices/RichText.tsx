import { storedPathAt } from '@suoan/contract'
import { cleanRichText } from '@suoan/kit/rich-text'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { fileUrl } from '../request/api-base.ts'
import './rich-text.css'

/**
 * HTML of people, cleaned once more before it is shown: what is stored may be older than the rule, or come from another
 * hand (security.md V18). Behind our rule stands a library whose faults are looked for by many (decision 0757): it takes
 * nothing out of what the rule lets through.
 */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(
    () => DOMPurify.sanitize(cleanRichText(html, pictureOf), { ADD_ATTR: ['target'] }),
    [html],
  )
  // Cleaned in the line above, by the function that the server stores by and once more.
  // oxlint-disable-next-line react/no-danger
  return <div className="rich-text-shown" dangerouslySetInnerHTML={{ __html: clean }} />
}

/** Address under which a picture of the own store is shown; null for a foreign one. */
export function pictureOf(address: string): string | null {
  const path = storedPathAt(address)
  return path === null ? null : fileUrl(path)
}
