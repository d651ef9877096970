import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { AppModal } from '@suoan/ui/modal'
import type { Paper } from '@suoan/contract'
import { useMutation, useQuery, type QueryKey } from '@tanstack/react-query'
import { Button } from 'antd'
import { createPortal } from 'react-dom'
import { requestFile } from '@suoan/console-base/request/client.ts'
import { saveFile } from '@suoan/console-base/request/save-file.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { PaperView } from './PaperView.tsx'

interface Props {
  readonly title: string
  readonly queryKey: QueryKey
  /** The paper as it stands now. */
  load(signal: AbortSignal): Promise<Paper>
  /** Where its PDF comes from. */
  readonly pdf: { readonly path: string; readonly query: Readonly<Record<string, string>> }
  onClose(): void
}

/** A paper before it is printed: the very page that the browser prints, and its PDF. */
export function PrintDialog({ title, queryKey, load, pdf, onClose }: Props) {
  // Always as it stands now: what is printed is believed.
  const paper = useQuery({ queryKey, queryFn: ({ signal }) => load(signal), gcTime: 0, staleTime: 0 })
  const save = useMutation({
    mutationFn: async () =>
      saveFile(await requestFile({ method: 'GET', ...pdf }), `${title}-${paper.data?.no ?? ''}.pdf`),
  })
  return (
    <AppModal
      open
      width={900}
      title={title}
      onCancel={onClose}
      footer={
        <>
          <Button
            icon={<DownloadOutlined />}
            disabled={!paper.data}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            下载 PDF
          </Button>
          <Button
            type="primary"
            icon={<PrinterOutlined />}
            // The browser would print what was true before; the PDF is asked from the server.
            disabled={!paper.data || paper.isError}
            onClick={() => window.print()}
          >
            打印
          </Button>
        </>
      }
    >
      {paper.data ? (
        <>
          <KeptNote query={paper} />
          <div className="paper-desk">
            <PaperView paper={paper.data} />
          </div>
          {createPortal(
            <div className="paper-printed" aria-hidden>
              <PaperView paper={paper.data} />
            </div>,
            document.body,
          )}
        </>
      ) : paper.isPending ? (
        <LoadingState />
      ) : (
        <ErrorState error={paper.error} onRetry={() => void paper.refetch()} />
      )}
    </AppModal>
  )
}
