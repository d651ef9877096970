/** One entry of a dictionary: the stored value and what people read. */
export interface DictionaryItem {
  value: string
  text: string
}

/** A built-in dictionary (`3-domain.md §3.9`); the server seeds `sys_dict` from these rows. */
export interface Dictionary {
  code: string
  title: string
  items: readonly DictionaryItem[]
}

/** Items are written exactly as the specification prints them, so the two can be compared by eye. */
export function dictionary(code: string, title: string, items: string): Dictionary {
  return {
    code,
    title,
    items: items.split(', ').map((item) => {
      const space = item.indexOf(' ')
      return { value: item.slice(0, space), text: item.slice(space + 1) }
    }),
  }
}
