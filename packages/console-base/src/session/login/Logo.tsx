/** The mark of the product; the same drawing as the favicon. */
export function Logo({ size, inverse = false }: { size: number; inverse?: boolean }) {
  const [plate, line] = inverse ? ['rgba(255,255,255,.18)', '#fff'] : ['#1890ff', '#fff']
  return (
    <svg width={size} height={size} viewBox="0 0 44 44" aria-hidden="true">
      <rect width="44" height="44" rx="10" fill={plate} />
      <path
        d="M14 20v-5a8 8 0 0 1 16 0v5"
        fill="none"
        stroke={line}
        strokeWidth="3.4"
        strokeLinecap="round"
      />
      <rect x="10" y="19" width="24" height="17" rx="4" fill={line} />
      <path
        d="m17 27.4 3.6 3.6 6.6-6.8"
        fill="none"
        stroke="#1890ff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
