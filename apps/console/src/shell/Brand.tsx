import { sessionEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '@suoan/console-base/request/call.ts'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { Logo } from '@suoan/console-base/session/login/Logo.tsx'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { logoTitle } from './system-name.ts'

interface Props {
  readonly size: number
  readonly inverse: boolean
  readonly withName: boolean
}

/** Picture and name in the corner: the tenant's own where the person works in one, else the product's. */
export function Brand({ size, inverse, withName }: Props) {
  const tenantId = useSession((session) => session.tenantId)
  const tenants = useQuery({
    queryKey: ['own-tenants', tenantId],
    queryFn: ({ signal }) => call(sessionEndpoints.tenants, {}, { signal, quiet: true }),
    enabled: tenantId !== 0,
    staleTime: 300_000,
  })
  const own = tenants.data?.list.find(({ id }) => id === tenantId)
  return (
    <>
      {own?.logo ? (
        <img className="brand-logo" src={fileUrl(own.logo)} alt="" width={size} height={size} />
      ) : (
        <Logo size={size} inverse={inverse} />
      )}
      {withName && (
        <span className="brand-name" title={own?.name ?? logoTitle}>
          {own?.name ?? logoTitle}
        </span>
      )}
    </>
  )
}
