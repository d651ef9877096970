import { FileInput } from '@suoan/ui/file-input'
import { FilePreview } from '@suoan/ui/file-preview'
import { StoredFiles } from '@suoan/ui/stored-files'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

/** Instead of a server: what was chosen stays in this page, by the path that a server would have given it. */
const kept = new Map<string, { readonly file: File; readonly url: string }>()
const urlOf = (path: string) => kept.get(path)?.url ?? ''
const nameOf = (path: string) => kept.get(path)?.file.name ?? path
const load = (path: string) => Promise.resolve<Blob>(kept.get(path)?.file ?? new Blob())
async function upload(file: File, { onProgress }: { readonly onProgress: (percent: number) => void }) {
  for (const percent of [20, 60, 100]) {
    onProgress(percent)
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
  }
  if (file.name.includes('失败')) throw new Error('上传失败：这是名称含“失败”的文件')
  const path = `demo/${kept.size + 1}.${file.name.split('.').at(-1) ?? ''}`
  kept.set(path, { file, url: URL.createObjectURL(file) })
  return path
}
const ports = { upload, urlOf, thumbOf: urlOf, nameOf, load }

export default function Example() {
  const [photos, setPhotos] = useState('')
  const [papers, setPapers] = useState('')
  const [opened, setOpened] = useState<string | null>(null)
  const paths = [photos, papers].flatMap((value) => value.split(',')).filter((path) => path !== '')
  return (
    <>
      <Demo label="图片（最多3张，可排序）" value={photos}>
        <FileInput
          {...ports}
          label="图片"
          accept="image"
          most={3}
          maxBytes={2_000_000}
          value={photos}
          onChange={(next = '') => setPhotos(next)}
        />
      </Demo>
      <Demo label="任意文件（不限个数）" value={papers}>
        <FileInput
          {...ports}
          label="附件"
          accept="any"
          most={0}
          maxBytes={2_000_000}
          value={papers}
          onChange={(next = '') => setPapers(next)}
        />
      </Demo>
      <Demo label="列表中的文件" value={paths}>
        <div>
          {paths.length === 0 ? (
            '上传后显示在这里'
          ) : (
            <StoredFiles {...ports} paths={paths} label="文件" onOpen={setOpened} />
          )}
        </div>
      </Demo>
      {opened !== null && (
        <FilePreview {...ports} path={opened} among={paths} onClose={() => setOpened(null)} />
      )}
    </>
  )
}
