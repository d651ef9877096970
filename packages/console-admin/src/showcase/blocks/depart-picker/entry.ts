import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '部门选择',
  summary: '在对话框或下拉树中选择部门，可父子关联，可用树操作或右键全部勾选、展开、合并。',
  keywords: ['部门', '组织', '树操作', 'depart', '选择器'],
}

export default entry
