import { category } from '@suoan/contract'
import { loadTreeTable, resourcePage } from '@suoan/console-base/resource/resource-page.tsx'
import { CategorySelect } from '@suoan/console-base/resource/widgets/CategorySelect.tsx'

export const ahead = [loadTreeTable]

/** 分类字典: names in a tree, numbered by the server (5-screens.md §6.12). */
export default resourcePage(category, {
  exportName: '分类字典',
  form: {
    inputs: {
      pid: ({ disabled }) => <CategorySelect none="0" disabled={disabled} placeholder="请选择父级节点" />,
    },
  },
})
