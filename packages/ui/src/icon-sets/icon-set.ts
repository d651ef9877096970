import type { ComponentType } from 'react'

/** Icons by the name that a menu row stores. */
export type IconSet = Readonly<Record<string, ComponentType>>
