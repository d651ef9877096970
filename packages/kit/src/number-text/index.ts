const format = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 6 })

/** A figure as people read it, with thousands separators. @example numberText(12345.5) // '12,345.5' */
export const numberText = (value: number): string => format.format(value)
