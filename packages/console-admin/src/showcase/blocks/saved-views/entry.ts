import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '保存的视图',
  summary: '把列表的条件、列、排序和行高存成视图：打开、覆盖、重命名、共享、设为默认、删除。',
  keywords: ['视图', '列表', '共享', '默认视图', '保存条件'],
}

export default entry
