import { createContext } from 'react'

/** Key of the tab that a page is shown in. */
export const TabKey = createContext('')
