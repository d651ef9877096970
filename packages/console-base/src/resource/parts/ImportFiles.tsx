import { hasImportKey, importBytes, permissionOf, type ImportPreview, type Resource } from '@suoan/contract'
import { ImportDialog } from '@suoan/ui/import-dialog'
import { useCan } from '../../session/Can.tsx'
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
  const mayEdit = useCan(permissionOf(resource, 'edit'))
  return (
    <ImportDialog
      maxBytes={importBytes}
      canUpdate={mayEdit && resource.verbs.includes('edit') && hasImportKey(resource)}
      downloadTemplate={() =>
        runAction(async () => {
          saveFile(await resourceApi(resource).importTemplate(), `${resource.title}导入模板.xlsx`)
        })
      }
      preview={async (file, options) => {
        const found = await resourceApi(resource).importPreview(file, options)
        const { fileUrl: url, markedUrl: marked } = found
        return {
          total: found.totalCount,
          tried: found.triedCount,
          inserts: found.insertCount,
          changes: found.changeCount,
          same: found.sameCount,
          refused: found.errorCount,
          notes: notesOf(found),
          errors: found.errors,
          report:
            url === null ? null : { url: fileUrl(url), markedUrl: marked === null ? null : fileUrl(marked) },
        }
      }}
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

/** What is to be known before an import begins. */
const notesOf = ({ unknownColumns, otherSheets, updatesExisting, keyLabels }: ImportPreview): string[] => [
  ...(unknownColumns.length > 0 ? [`列“${unknownColumns.join('、')}”无法识别，不会导入，请核对表头`] : []),
  ...(otherSheets.length > 0
    ? [`工作表“${otherSheets.join('、')}”不会导入：只导入第一张工作表，请另存后再导入`]
    : []),
  ...(updatesExisting && keyLabels.length === 0
    ? ['表格中没有可以识别已有记录的列，所有行都按新增处理']
    : []),
]
