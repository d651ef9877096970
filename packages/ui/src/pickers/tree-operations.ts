/** What can be done with a tree whose nodes are checked (5-screens.md §6.3, §6.7, §13.8). */
export type TreeOperation = 'link' | 'unlink' | 'all' | 'none' | 'expand' | 'collapse'

const labels: Readonly<Record<TreeOperation, string>> = {
  link: '父子关联',
  unlink: '取消关联',
  all: '全部勾选',
  none: '取消全选',
  expand: '展开所有',
  collapse: '合并所有',
}
const opening: readonly TreeOperation[] = ['expand', 'collapse']

/** A line of the menu 树操作. */
export interface TreeOperationItem {
  readonly key: TreeOperation
  readonly label: string
  readonly disabled: boolean
}

/**
 * The lines of 树操作.
 * @param tree whether checks go to parents and children, and whether several can be checked: a tree of which one node is
 * chosen can only be opened and closed
 */
export function treeOperations(tree: {
  readonly linked: boolean
  readonly multiple: boolean
}): readonly TreeOperationItem[] {
  const all: readonly TreeOperation[] = ['link', 'unlink', 'all', 'none', ...opening]
  return (tree.multiple ? all : opening).map((key) => ({
    key,
    label: labels[key],
    disabled: (key === 'link' && tree.linked) || (key === 'unlink' && !tree.linked),
  }))
}
