const keyOf = (username: string) => `pro__QUICK_LINKS_${username}`

/** The addresses this person has chosen in this browser; null when he never did. */
export function readLinks(username: string): readonly string[] | null {
  const text = localStorage.getItem(keyOf(username))
  if (text === null) return null
  // Written by `keepLinks`; anything else counts as never chosen.
  return text.startsWith('/') || text === '' ? text.split('\n').filter(Boolean) : null
}

export function keepLinks(username: string, links: readonly string[]): void {
  localStorage.setItem(keyOf(username), links.join('\n'))
}

/** The chosen pages that may still be opened, in the order of the menu; without a choice the first ones of the menu. */
export function chosenLinks<Page extends { readonly key: string }>(
  pages: readonly Page[],
  kept: readonly string[] | null,
  most: number,
): Page[] {
  const shown = kept ? pages.filter(({ key }) => kept.includes(key)) : pages
  return shown.slice(0, most)
}
