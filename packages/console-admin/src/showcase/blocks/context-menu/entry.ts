import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '右键菜单',
  summary: '在指针处打开菜单，也可用菜单键打开，选择后给出所选项。',
  keywords: ['菜单', '右键', 'context menu'],
}

export default entry
