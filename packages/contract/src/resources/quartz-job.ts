import { dateTime, dict, dictNumber, longText, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/**
 * 定时任务 (4-api.md §7.17, §13; 5-screens.md §6.20). The class name is one of the jobs that the program knows
 * (`platform/src/jobs`), the parameter is the JSON that the job's own schema describes.
 */
export const quartzJob = defineResource({
  name: 'quartzJob',
  title: '定时任务',
  path: '/sys/quartzJob',
  table: 'sys_quartz_job',
  permission: 'system:quartzJob',
  fields: {
    jobClassName: text('任务类名', { required: true, max: 255 }),
    cronExpression: text('cron表达式', { required: true, max: 255 }),
    parameter: longText('参数', { max: 1000 }),
    description: longText('描述', { max: 255 }),
    status: dictNumber('状态', 'quartz_status', { initial: 0, look: 'buttons' }),
    /** What happens to the times that passed while no server could run the job. */
    misfire: dict('错过的执行', 'job_misfire', { initial: 'once' }),
    nextFireTime: dateTime('下次执行', { derived: true, reported: true, noSheet: true }),
  },
  list: ['jobClassName', 'cronExpression', 'parameter', 'description', 'status'],
  search: ['jobClassName', 'status'],
  form: ['jobClassName', 'cronExpression', 'parameter', 'description', 'misfire', 'status'],
  label: 'jobClassName',
  traits: { tenanted: false, belongsTo: 'platformOnly', owned: false },
  texts: {
    added: '创建定时任务成功',
    edited: '更新定时任务成功!',
    deleted: '删除成功!',
    batchDeleted: '删除定时任务成功!',
  },
})
