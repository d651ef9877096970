import { PrinterOutlined } from '@ant-design/icons'
import { paperEndpoints } from '@suoan/contract'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { call } from '@suoan/console-base/request/call.ts'

const PrintDialog = lazyPart('PrintDialog', () => import('./PrintDialog.tsx').then((m) => m.PrintDialog))

/** 打印 of the board: the list of permits and isolated points for the wall of a control room. */
export function PrintBoard() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<PrinterOutlined />} onClick={() => setOpen(true)}>
        打印清单
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <PrintDialog
            title="许可看板清单"
            queryKey={['paper', 'board']}
            load={(signal) => call(paperEndpoints.board, {}, { signal, quiet: true })}
            pdf={{ path: paperEndpoints.boardPdf.path, query: {} }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
