import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '弹窗和抽屉',
  summary: '弹窗可全屏、可拖动标题栏，确定后可自动关闭；抽屉从右侧打开，底部有操作按钮。',
  keywords: ['对话框', '全屏', '拖动', 'drawer', 'modal'],
}

export default entry
