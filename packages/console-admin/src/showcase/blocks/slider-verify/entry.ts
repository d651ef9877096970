import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '滑块验证',
  summary: '把滑块拖到最右端通过验证，提前松开则重新开始。',
  keywords: ['验证', '拖动', 'slider'],
}

export default entry
