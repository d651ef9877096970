/** `2026-12-01 09:00:00` of the plant's clock (Asia/Shanghai, no summer time) as epoch ms. */
export function wireMoment(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}+08:00`)
}

/** Epoch ms as the wire writes it: `2026-12-01 09:00:00`, Asia/Shanghai. */
export function wireText(at: number): string {
  return new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
