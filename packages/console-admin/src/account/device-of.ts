const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
// In this order: every later name also stands in the line of the earlier ones.
const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/DingTalk/, '钉钉'],
  [/Edg/, 'Edge'],
  [/Firefox/, 'Firefox'],
  [/Chrome/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/** Browser and system of a user agent in words; what it says of itself proves nothing. */
export function deviceOf(userAgent: string | null): string {
  const named = (list: typeof systems) => list.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const parts = [named(browsers), named(systems)].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : '未知设备'
}
