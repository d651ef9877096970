/**
 * What HTML of people may contain: one list for the server, which stores nothing else, and for the console, which shows
 * nothing else (security.md V18). No styles, classes, images, forms or frames: a text, its structure and its links.
 */
export const richText = {
  tags: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'blockquote',
    'ul',
    'ol',
    'li',
    'code',
    'pre',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  /** Attributes of any tag; `href` of `a` only where a scheme below, or a path of the console, stands in it. */
  attributes: ['href', 'start', 'colspan', 'rowspan'],
  schemes: ['http', 'https', 'mailto', 'tel'],
} as const
