import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { sessionEndpoints } from '@suoan/contract'
import { wantsTicket } from '@suoan/console-base/menu/frame-address.ts'
import { addressFor } from '@suoan/console-base/menu/menu-items.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import { Notice } from '@suoan/console-base/states/Notice.tsx'

/** An embedded page (5-screens.md §2.2): the whole width, 800 px high; says so when it may not be embedded. */
export function FramePage({ url, title }: { url: string; title: string }) {
  const address = useAddress(url)
  const refused = useRefusedFrame(address)
  if (address === undefined) return <div className="card" aria-busy="true" />
  if (address === null) {
    return (
      <div className="card">
        <Notice
          kind="error"
          title="嵌入地址不能使用"
          text={`“${title}”的地址应以 http://、https:// 或 / 开头。请联系管理员在“菜单管理”中修改菜单路径。`}
        />
      </div>
    )
  }
  if (refused) {
    return (
      <div className="card">
        <Notice
          kind="info"
          title="该网站未被允许嵌入"
          text={`可以在新窗口中打开“${title}”；如需嵌入本系统，请管理员把该网站加入服务器配置 FRAME_ORIGINS。`}
        >
          <Button type="primary" href={address} target="_blank" rel="noopener noreferrer">
            在新窗口中打开
          </Button>
        </Notice>
      </div>
    )
  }
  // Kept inside its frame: it may run, but never lead the whole window elsewhere.
  return (
    <iframe
      className="frame"
      src={address}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals"
    />
  )
}

/** The address to embed: undefined while a page of ours waits for its ticket, null when it cannot be used. */
function useAddress(url: string): string | null | undefined {
  const [address, setAddress] = useState(() => (wantsTicket(url) ? undefined : addressFor(url)))
  useEffect(() => {
    if (!wantsTicket(url)) return
    const path = addressFor(url)?.split('?', 1)[0] ?? ''
    let isShown = true
    call(sessionEndpoints.ticket, { path }).then(
      ({ ticket }) => isShown && setAddress(addressFor(url, ticket)),
      // What went wrong has been told; the page itself then says who must sign in.
      () => isShown && setAddress(addressFor(url)),
    )
    return () => {
      isShown = false
    }
  }, [url])
  return address
}

/** Has the page policy of the server (`frame-src`) refused this address? The browser tells it as an event. */
function useRefusedFrame(address: string | null | undefined): boolean {
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    if (typeof address !== 'string') return
    const origin = new URL(address, location.href).origin
    const note = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === 'frame-src' && event.blockedURI.startsWith(origin)) setRefused(true)
    }
    document.addEventListener('securitypolicyviolation', note)
    return () => document.removeEventListener('securitypolicyviolation', note)
  }, [address])
  return refused
}
