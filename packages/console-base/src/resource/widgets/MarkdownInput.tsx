import { uploadBytes } from '@suoan/contract'
import { MarkdownEditor, type MarkdownEditorProps } from '@suoan/ui/markdown-editor'
import { fileUrl, thumbUrl } from '../../request/api-base.ts'
import { sendFile } from '../../request/send-file.ts'
import { loadFile } from '../stored-file.ts'

const files = {
  upload: sendFile,
  urlOf: fileUrl,
  thumbOf: (path: string) => thumbUrl(path, 240),
  load: loadFile,
  maxBytes: uploadBytes,
}

/** A Markdown text whose pictures are stored like other files. */
export const MarkdownInput = (props: Omit<MarkdownEditorProps, 'files'>) => (
  <MarkdownEditor {...props} files={files} />
)
