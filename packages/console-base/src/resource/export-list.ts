import { exportJobFrom, exportKeepDays, mostExportRows, type Resource } from '@suoan/contract'
import { feedback } from '../feedback.ts'
import { resourceApi } from './resource-api.ts'
import { runAction } from './run-action.ts'
import { saveExport } from './save-export.ts'

/**
 * Saves the rows of the current query, or only the selected ones, as `{name}.xls`, or `.xlsx` when they are many; can be
 * cancelled on the way. Above `exportJobFrom` rows it is made in the background, after asking.
 * @param columns the fields that become columns, in their order; all of the sheet's when there are none
 * @param total how many rows the list says it has
 */
export async function exportList(
  resource: Resource,
  wire: Readonly<Record<string, string>>,
  selection: readonly string[],
  name: string,
  columns: readonly string[] = [],
  total = 0,
): Promise<void> {
  const { pageNo: _page, pageSize: _size, ...asked } = wire
  const selections = selection.join(',')
  const query = columns.length > 0 ? { ...asked, exportFields: columns.join(',') } : asked
  if (selections === '' && total > exportJobFrom) return askForJob(resource, query, name, total)
  await saveExport(`export-${resource.name}`, name, (options) =>
    resourceApi(resource).exportXls(selections ? { ...query, selections } : query, options),
  )
}

/** Asks whether a long export is wanted in the background, and orders it. */
function askForJob(
  resource: Resource,
  query: Readonly<Record<string, string>>,
  name: string,
  total: number,
): void {
  const { modal, message } = feedback()
  const rows = total.toLocaleString('en')
  if (total > mostExportRows) {
    const most = mostExportRows.toLocaleString('en')
    modal.warning({
      title: '记录太多，不能一次导出',
      content: `“${name}”约 ${rows} 条，一次最多导出 ${most} 条。请先用查询条件缩小范围，再导出。`,
      okText: '知道了',
    })
    return
  }
  modal.confirm({
    title: '在后台导出',
    content: `“${name}”约 ${rows} 条，将在后台导出为 .xlsx 文件，期间可以继续工作。完成后在消息中通知您；文件在“我的导出”中保留 ${exportKeepDays} 天。`,
    okText: '开始导出',
    cancelText: '取消',
    onOk: () =>
      runAction(async () => {
        const said = await resourceApi(resource).exportJob(query, total)
        void message.success(`${said}。可在右上角姓名菜单的“我的导出”中查看进度`)
      }),
  })
}
