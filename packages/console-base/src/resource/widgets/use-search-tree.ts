import { useMemo, useState } from 'react'

interface TreeNode {
  readonly value: string
  readonly children?: readonly TreeNode[]
}

/**
 * The search of a tree select. While somebody searches, every branch stands open until he closes one, also when the
 * nodes arrive only after his words: the library opens what it has at the moment of typing, and a find below a branch
 * that came later would stay hidden.
 * @param initiallyOpen whether all branches stand open before anybody searches
 */
export function useSearchTree(nodes: readonly TreeNode[], initiallyOpen = false) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const branches = useMemo(() => branchesOf(nodes), [nodes])
  return {
    showSearch: {
      treeNodeFilterProp: 'title',
      onSearch: (next: string) => {
        setWords(next)
        setChosen(null)
      },
    },
    treeExpandedKeys: [...(chosen ?? (words !== '' || initiallyOpen ? branches : []))],
    onTreeExpand: (keys: readonly (string | number | bigint)[]) => setChosen(keys.map(String)),
  }
}

const branchesOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ value, children = [] }) => (children.length === 0 ? [] : [value, ...branchesOf(children)]))
