import { savedFromText, savedToText, type SavedQueries } from '@suoan/ui/query-lines'

/**
 * The saved queries of a list, kept in this browser (5-screens.md §13.5).
 * @param place the path of its page; a list that stands beside that page's own has more to it
 */
export function savedQueriesOf(place: string): SavedQueries {
  const key = `JSuperQuerySaved_${place}`
  const all = () => savedFromText(localStorage.getItem(key))
  const others = (title: string) => all().filter((each) => each.title !== title)
  return {
    all,
    keep: (saved) => localStorage.setItem(key, savedToText([...others(saved.title), saved])),
    drop: (title) => localStorage.setItem(key, savedToText(others(title))),
  }
}
