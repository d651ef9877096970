import { savedFromText, savedToText, type SavedQueries } from '@suoan/ui/advanced-query'

/** The saved queries of a list, kept in this browser under its path (5-screens.md §13.5). */
export function savedQueriesOf(path: string): SavedQueries {
  const key = `JSuperQuerySaved_${path}`
  const all = () => savedFromText(localStorage.getItem(key))
  const others = (title: string) => all().filter((each) => each.title !== title)
  return {
    all,
    keep: (saved) => localStorage.setItem(key, savedToText([...others(saved.title), saved])),
    drop: (title) => localStorage.setItem(key, savedToText(others(title))),
  }
}
