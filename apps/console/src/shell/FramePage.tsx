import { apiBase } from '../request/api-base.ts'
import { useSession } from '../session/session-store.ts'

/** An embedded page (5-screens.md §2.2). Placeholders are filled from a fixed list; nothing in the address is run. */
export function FramePage({ url, title }: { url: string; title: string }) {
  const { token, tenantId } = useSession.getState()
  const address = url
    .replace(/\{\{\s*window\._CONFIG\['domianURL'\]\s*\}\}/g, apiBase())
    .replaceAll('${token}', token ?? '')
    .replaceAll('${tenantId}', String(tenantId))
  return (
    <iframe
      className="frame"
      src={/^(https?:\/\/|\/)/.test(address) ? address : 'about:blank'}
      title={title}
    />
  )
}
