/** Picker pages (1-shell.md §9). */
export const pickerPageSizes = [5, 10, 20, 30] as const

/**
 * Widths of the dialogs in which something is picked (1-shell.md §9; 5-screens.md §13.6, §13.8, §13.10).
 */
export const pickerWidths = { user: 1250, department: 500, popup: 1200, role: 900, position: 1000 } as const
