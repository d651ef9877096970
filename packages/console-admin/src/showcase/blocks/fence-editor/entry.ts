import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '围栏编辑',
  summary: '在平面图或坐标网格上画多边形和圆形围栏，支持鼠标、触摸和键盘。',
  keywords: ['地理围栏', '区域', '平面图', '定位', 'fence'],
}

export default entry
