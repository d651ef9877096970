export type DetailColumns = 1 | 2 | 3 | 4

/** Columns by the width of the window: one on a phone, at most two on a tablet. */
export const columnsAt = (columns: DetailColumns) => ({
  xs: 1,
  sm: 1,
  md: Math.min(2, columns),
  lg: Math.min(3, columns),
  xl: columns,
})
