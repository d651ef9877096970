/** The address under which calls and failures are counted; an IPv6 subscriber owns a whole /64. */
export function addressKey(ip: string): string {
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice('::ffff:'.length)
  return ip.includes(':') && ip !== '::1' ? `${expandedPrefix(ip)}::/64` : ip
}

function expandedPrefix(ip: string): string {
  const [head = [], tail = []] = ip.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
