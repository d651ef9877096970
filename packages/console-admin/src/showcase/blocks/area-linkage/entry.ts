import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '省市区联动',
  summary: '按省、市、区三级选择，也可输入名称搜索；保存末级的六位行政区划编码，已撤销的编码会标出。',
  keywords: ['地区', '行政区划', '级联', '地址', 'area', 'region', 'cascader', '86'],
}

export default entry
