import type { VerbHandler } from './mounted-resource.ts'
import { exportXls } from './export-sheet.ts'
import { importExcel } from './import-sheet.ts'

export const sheetVerbs: { readonly exportXls: VerbHandler; readonly importExcel: VerbHandler } = {
  exportXls,
  importExcel,
}
