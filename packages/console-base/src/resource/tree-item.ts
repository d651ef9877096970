import type { TreeItem } from '@suoan/contract'
import type { LazyNode } from '@suoan/ui/lazy-tree'

/** A node of the server's trees as a tree select takes it. */
export const lazyNodeOf = ({ value, title, leaf }: TreeItem): LazyNode => ({ value, title, isLeaf: leaf })
