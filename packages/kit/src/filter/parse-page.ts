export type Page = { readonly pageNo: number; readonly pageSize: number; readonly offset: number }

/** Reads `pageNo` (from 1) and `pageSize` (1 to 1000, normally 10); what is no number counts as not given. */
export function parsePage(pageNo: unknown, pageSize: unknown): Page {
  const number = clamp(pageNo, 1, 1, 10_000_000)
  const size = clamp(pageSize, 10, 1, 1000)
  return { pageNo: number, pageSize: size, offset: (number - 1) * size }
}

function clamp(raw: unknown, normal: number, least: number, most: number): number {
  const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  if (typeof value !== 'number' || !Number.isFinite(value)) return normal
  return Math.min(most, Math.max(least, Math.trunc(value)))
}
