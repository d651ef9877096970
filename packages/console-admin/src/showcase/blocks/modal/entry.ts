import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '弹窗和抽屉',
  summary:
    '弹窗可全屏、可拖动标题栏，点“确定”后默认关闭；提交中关闭会先询问；抽屉从右侧打开，底部有操作按钮。',
  keywords: ['对话框', '全屏', '拖动', 'drawer', 'modal'],
}

export default entry
