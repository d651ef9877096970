import { useEffect, useRef, useState } from 'react'
import { aboveRoots, withLevel } from './tree-nodes.ts'
import type { LazyNode, LoadedLevels } from './tree-nodes.ts'

/** One level below a node; the roots for null. Rejects with what there is to say when it cannot be had. */
export type LoadLevel = (above: string | null, signal: AbortSignal) => Promise<readonly LazyNode[]>

interface Tree {
  readonly levels: LoadedLevels
  /** Values of the nodes that stand open. */
  readonly opened: readonly string[]
  readonly isLoading: boolean
  /** Why the level that was asked for last cannot be had. */
  readonly failure: { readonly error: unknown } | null
}

const nothing: Tree = { levels: new Map(), opened: [], isLoading: false, failure: null }

/** The levels of a tree as they are opened. */
export function useLazyLevels(load: LoadLevel) {
  const [tree, setTree] = useState(nothing)
  const asked = useRef<AbortController>(null)
  useEffect(() => () => asked.current?.abort(), [])
  const ask = async (above: string | null, signal: AbortSignal) => {
    const key = above ?? aboveRoots
    try {
      const nodes = await load(above, signal)
      if (signal.aborted) return
      setTree((now) => ({
        levels: withLevel(above === null ? new Map() : now.levels, key, nodes),
        opened: above === null ? [] : now.opened,
        isLoading: false,
        failure: null,
      }))
    } catch (error) {
      if (signal.aborted) return
      // It closes, so that opening it asks again.
      setTree((now) => ({
        ...now,
        opened: now.opened.filter((each) => each !== above),
        isLoading: false,
        failure: { error },
      }))
    }
  }
  return {
    ...tree,
    /** Asks for the roots: whenever the list opens, so that what was added or deleted meanwhile is seen. */
    loadRoots() {
      asked.current?.abort()
      asked.current = new AbortController()
      setTree((now) => ({ ...now, isLoading: true, failure: null }))
      void ask(null, asked.current.signal)
    },
    /** Asks for what stands below a node. */
    async loadBelow(above: string) {
      if (asked.current) await ask(above, asked.current.signal)
    },
    setOpened: (opened: readonly string[]) => setTree((now) => ({ ...now, opened })),
  }
}
