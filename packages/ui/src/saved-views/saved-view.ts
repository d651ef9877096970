/** A role or department that a view is shared with. */
export interface ViewAudience {
  readonly kind: 'role' | 'depart'
  readonly id: string
  readonly name: string
}

/** A view of a list under its name. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** One that others share can be opened and be the default, and nothing else. */
  readonly isOwn: boolean
  /** Whoever made it. */
  readonly owner: string
  readonly isDefault: boolean
  readonly audiences: readonly ViewAudience[]
}

/** A name has so many signs at most. */
const mostSigns = 50

/** Why a view cannot be called so, in words; null when it can. Signs are counted as people see them, an emoji as one. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return '请输入视图名称'
  return [...name.trim()].length > mostSigns ? `视图名称最多 ${mostSigns} 个字` : null
}
