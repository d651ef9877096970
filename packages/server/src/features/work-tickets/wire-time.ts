/** `2026-12-01 09:00:00` of the plant's clock (Asia/Shanghai, no summer time) as epoch ms. */
export function wireMoment(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}+08:00`)
}
