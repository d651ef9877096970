import { PrinterOutlined } from '@ant-design/icons'
import { paperEndpoints, type TicketDetail } from '@suoan/contract'
import { Button, Space } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { call } from '@suoan/console-base/request/call.ts'

const PrintDialog = lazyPart('PrintDialog', () =>
  import('../../papers/PrintDialog.tsx').then((m) => m.PrintDialog),
)
const TagDialog = lazyPart('TagDialog', () => import('./TagDialog.tsx').then((m) => m.TagDialog))

/** What is printed of the points of a ticket: its tags, once it is approved, and the list to carry along. */
export function PrintTags({ detail }: { detail: TicketDetail }) {
  const [open, setOpen] = useState<'tags' | 'list' | null>(null)
  const { ticket, points, situation } = detail
  if (points.length === 0) return null
  return (
    <Space wrap className="gap-bottom">
      {situation.isRunning && points.some(({ tagNumber }) => tagNumber !== null) && (
        <Button icon={<PrinterOutlined />} onClick={() => setOpen('tags')}>
          打印标牌
        </Button>
      )}
      <Button icon={<PrinterOutlined />} onClick={() => setOpen('list')}>
        隔离清单
      </Button>
      <Suspense fallback={null}>
        {open === 'tags' && <TagDialog detail={detail} onClose={() => setOpen(null)} />}
        {open === 'list' && (
          <PrintDialog
            title="隔离清单"
            queryKey={['paper', 'isolation', ticket.id]}
            load={(signal) => call(paperEndpoints.isolation, { id: ticket.id }, { signal, quiet: true })}
            pdf={{ path: paperEndpoints.isolationPdf.path, query: { id: ticket.id } }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </Space>
  )
}
