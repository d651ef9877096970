import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '统计卡片',
  summary: '一个数字连同说明、小图和对比，另有目标条和排行。',
  keywords: ['图表', '指标', '排行', '趋势', 'chart', 'stat'],
}

export default entry
