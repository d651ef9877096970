import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Image, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { AppModal } from '../modal/index.ts'
import { isPicture } from '../stored-file/index.ts'
import './file-preview.css'

interface Props {
  /** What was opened, and what it stands among. */
  readonly path: string
  readonly among: readonly string[]
  urlOf(path: string): string
  /** Content of a stored file. */
  load(path: string): Promise<Blob>
  nameOf(path: string): string
  onClose(): void
}

/** A stored file in place: pictures over the page with zoom and their neighbours, a PDF in a dialog. */
export function FilePreview({ path, among, urlOf, load, nameOf, onClose }: Props) {
  const pictures = among.filter(isPicture)
  const [at, setAt] = useState(() => Math.max(0, pictures.indexOf(path)))
  if (!isPicture(path))
    return <PdfDialog path={path} url={urlOf(path)} load={load} name={nameOf(path)} onClose={onClose} />
  return (
    <Image.PreviewGroup
      items={pictures.map((each) => ({ src: urlOf(each), alt: nameOf(each) }))}
      preview={{
        open: true,
        current: at,
        onChange: setAt,
        onOpenChange: (isOpen) => !isOpen && onClose(),
      }}
    />
  )
}

interface PdfProps {
  readonly path: string
  readonly url: string
  readonly name: string
  load(path: string): Promise<Blob>
  onClose(): void
}

/** A PDF by the viewer of the browser; the store itself sends it only as a download. */
function PdfDialog({ path, url, name, load, onClose }: PdfProps) {
  const [address, setAddress] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const canShow = navigator.pdfViewerEnabled
  useEffect(() => {
    if (!canShow) return
    let made: string | null = null
    let isGone = false
    const open = async () => {
      try {
        const content = await load(path)
        if (isGone) return
        // The type is ours: whatever the bytes are, the browser takes them for nothing but a PDF.
        made = URL.createObjectURL(new Blob([content], { type: 'application/pdf' }))
        setAddress(made)
      } catch (error) {
        if (!isGone) setProblem(error instanceof Error ? error.message : '未知错误')
      }
    }
    void open()
    return () => {
      isGone = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [canShow, load, path])
  return (
    <AppModal
      open
      fullscreen
      title={name}
      width={960}
      onCancel={onClose}
      footer={[
        <Button key="download" href={url} download={name} icon={<DownloadOutlined />}>
          下载
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          关闭
        </Button>,
      ]}
    >
      {!canShow && <Alert type="info" showIcon title="此浏览器不能在页面中打开 PDF，请下载后查看" />}
      {problem !== '' && <Alert type="error" showIcon title={`${name} 打不开：${problem}`} />}
      {canShow && problem === '' && address === null && (
        <div className="file-pdf-wait">
          <Spin description="加载中…" />
        </div>
      )}
      {address !== null && <iframe className="file-pdf" title={name} src={address} />}
    </AppModal>
  )
}
