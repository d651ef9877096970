import type { GrantedAction } from '@suoan/domain/permission'
import { createContext } from 'react'

/** The action list of the route around (`meta.permissionList`), which wins over the lists of the session. */
export const PageActions = createContext<readonly GrantedAction[] | null>(null)
