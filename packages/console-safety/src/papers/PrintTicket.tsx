import { PrinterOutlined } from '@ant-design/icons'
import { paperEndpoints } from '@suoan/contract'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { call } from '@suoan/console-base/request/call.ts'

const PrintDialog = lazyPart('PrintDialog', () => import('./PrintDialog.tsx').then((m) => m.PrintDialog))

/** 打印 of a ticket: its A4 with the QR of its check page. */
export function PrintTicket({ workId }: { workId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<PrinterOutlined />} onClick={() => setOpen(true)}>
        打印
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <PrintDialog
            title="工作票"
            queryKey={['paper', 'ticket', workId]}
            load={(signal) => call(paperEndpoints.ticket, { id: workId }, { signal, quiet: true })}
            pdf={{ path: paperEndpoints.ticketPdf.path, query: { id: workId } }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
