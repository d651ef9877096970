import { importBytes, type Resource } from '@suoan/contract'
import { ImportDialog } from '@suoan/ui/import-dialog'
import { feedback } from '../../feedback.ts'
import { fileUrl } from '../../request/api-base.ts'
import { saveFile } from '../../request/save-file.ts'
import { resourceApi } from '../resource-api.ts'
import { runAction } from '../run-action.ts'

interface Props {
  readonly resource: Resource
  /** Rows may have been added. */
  onImported(): void
  onClose(): void
}

/** Seconds: what was imported may say more than a click does, e.g. which columns were not understood. */
const shownFor = 6

/** The import dialog of a resource (4-api.md §6.5). */
export function ImportFiles({ resource, onImported, onClose }: Props) {
  return (
    <ImportDialog
      maxBytes={importBytes}
      downloadTemplate={() =>
        runAction(async () => {
          saveFile(await resourceApi(resource).importTemplate(), `${resource.title}导入模板.xlsx`)
        })
      }
      send={async (file, options) => {
        const { message, report } = await resourceApi(resource).importExcel(file, options)
        const markedUrl = report?.markedUrl === undefined ? null : fileUrl(report.markedUrl)
        return { message, report: report && { text: report.msg, url: fileUrl(report.fileUrl), markedUrl } }
      }}
      onImported={onImported}
      onAllImported={(outcomes) => {
        const content = outcomes.map(({ message }, n) => <div key={n}>{message}</div>)
        void feedback().message.success({ content, duration: shownFor })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
