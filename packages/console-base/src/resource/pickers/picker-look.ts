import type { Resource } from '@suoan/contract'

/** What the dialog of a resource looks like. */
export interface PickerLook {
  /** Which of the dialog widths it has. */
  readonly kind: 'role' | 'position' | 'popup'
  readonly title: string
  readonly search: readonly string[]
  readonly columns: readonly string[]
  /** The pane of what is chosen; the popup has a bar instead. */
  readonly pane: { readonly title: string; readonly labelTitle: string } | null
}

const inPanes: Readonly<Record<string, PickerLook>> = {
  role: {
    kind: 'role',
    title: '角色选择',
    search: ['roleCode'],
    columns: ['roleName', 'roleCode'],
    pane: { title: '已选角色', labelTitle: '角色名称' },
  },
  position: {
    kind: 'position',
    title: '职务选择',
    search: ['name'],
    columns: ['name', 'code', 'postRank'],
    pane: { title: '已选职务', labelTitle: '职务名称' },
  },
}

/** More columns than these do not fit into 1200 px. */
const mostColumns = 7

/**
 * Titles, queries and columns of a picker: roles and positions as 5-screens.md §13.6 says, a popup with what the list
 * of the resource has, the name first (§13.10).
 */
export function pickerLook(resource: Resource): PickerLook {
  const { label, list } = resource
  return (
    inPanes[resource.name] ?? {
      kind: 'popup',
      title: `选择${resource.title}`,
      search: resource.search,
      columns: [label, ...list.filter((name) => name !== label)].slice(0, mostColumns),
      pane: null,
    }
  )
}
