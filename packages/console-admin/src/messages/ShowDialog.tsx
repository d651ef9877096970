import { announcementEndpoints } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { fillPath } from '@suoan/console-base/request/call.ts'
import { requestPage } from '@suoan/console-base/request/client.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'

/** 查看详情: an announcement as its receivers read it, in a frame that can do nothing (5-screens.md §6.13). */
export function ShowDialog({ id, onClose }: { id: string; onClose(): void }) {
  const page = useQuery({
    queryKey: ['resource', 'announcement', 'page', id],
    queryFn: ({ signal }) => {
      const { path } = fillPath(announcementEndpoints.show.path, { id })
      return requestPage({ method: 'GET', path, signal, quiet: true })
    },
  })
  return (
    <AppModal
      open
      fullscreen
      width={600}
      title="查看详情"
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <OrError query={page}>
        {page.isPending ? (
          <LoadingState rows={6} />
        ) : (
          <iframe
            className="announcement-frame"
            title="通告内容"
            // Its origin is kept for the pictures, whose cookie no other would be sent; scripts it has none.
            sandbox="allow-popups allow-popups-to-escape-sandbox allow-same-origin"
            srcDoc={page.data}
          />
        )}
      </OrError>
    </AppModal>
  )
}
