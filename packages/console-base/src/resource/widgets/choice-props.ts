/** What a form gives to an input that chooses one text or several. */
export interface ChoiceProps {
  readonly multiple?: boolean
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly value?: string | string[]
  readonly onChange?: (value: string | string[]) => void
  readonly id?: string
  readonly 'aria-label'?: string
}

/** Names of several that are chosen are cut after this many characters (2-data-entry.md §9). */
export const tagLength = 12

/** Of very many that are chosen the first are named, and how many more there are: the form has to stay in sight. */
export const manyTags = {
  maxTagCount: 60,
  maxTagPlaceholder: (others: readonly unknown[]) => `另有 ${others.length} 项`,
}

/** What the empty list of a searching choice says (1-shell.md §8). */
export function emptyText(state: { readonly isLoading: boolean; readonly keyword: string }): string {
  if (state.isLoading) return '加载中…'
  return state.keyword ? '没有查询到任何数据' : '请输入搜索内容'
}
