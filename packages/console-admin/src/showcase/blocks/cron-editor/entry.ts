import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: 'Cron表达式',
  summary: '用选项或文字编写定时任务的执行时间，并预览最近十次执行。',
  keywords: ['定时任务', 'quartz', '计划'],
}

export default entry
