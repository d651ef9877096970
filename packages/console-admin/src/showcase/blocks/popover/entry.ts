import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '气泡卡片',
  summary: '点击按钮后在旁边展开，有标题和关闭按钮；按 Esc 只关闭它自己，并回到按钮。',
  keywords: ['弹出', '浮层', 'popover', '关闭'],
}

export default entry
