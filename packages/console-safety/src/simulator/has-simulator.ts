import type { MenuItem } from '@suoan/contract'

/** Whether this server plays a demo plant: only then its menu has the page of the simulator. */
export const hasSimulator = (menu: readonly MenuItem[]): boolean =>
  menu.some(({ path, children }) => path === '/isps/simulator' || hasSimulator(children ?? []))
