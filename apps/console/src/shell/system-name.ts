/** Name of the product in the title of the window, the logo and the footer (1-shell.md §1). */
export const systemName = '作业安全管理'
