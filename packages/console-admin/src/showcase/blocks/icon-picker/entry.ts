import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '图标选择',
  summary: '在六个分类中查看、查找并选择图标，菜单管理用它设置菜单图标。',
  keywords: ['图标', '菜单', 'icon', '选择器'],
}

export default entry
