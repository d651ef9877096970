import { createElement } from 'react'
import type { ReactNode } from 'react'
import { tabOf } from './load-icon-set.ts'
import { useIconSet } from './use-icon-set.ts'

interface Props {
  readonly name: string
  /** Stands there until the drawing comes, where it cannot be had, and for a name that is no icon's. */
  readonly fallback: ReactNode
}

/** An icon by its name, from the tab of the icon picker that has it. */
export function SetIcon({ name, fallback }: Props) {
  const set = useIconSet(tabOf(name))
  const Icon = set === 'failed' ? undefined : set?.[name]
  return Icon ? createElement(Icon) : fallback
}
