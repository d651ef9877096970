import { homePath } from '@suoan/console-base/session/guard.ts'

/** Name of the product with what it is: in the title of the window and in the welcome (1-shell.md §1). */
export const systemName = '锁安智能物联作业安全管理系统'
/** Beside the logo, as 1-shell.md §1 words it. */
export const logoTitle = '作业安全管理'
/** In the header of a phone. */
export const shortName = '锁安智能物联'

/** Title of the window: the page's, then the system's; home has the system's alone (1-shell.md §2.5). */
export function documentTitle(path: string, pageTitle: string | undefined): string {
  return path === homePath || !pageTitle ? systemName : `${pageTitle} · ${systemName}`
}
