import { dict, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 职务 (4-api.md §7.6, 5-screens.md §6.9). */
export const position = defineResource({
  name: 'position',
  title: '职务',
  path: '/sys/position',
  table: 'sys_position',
  permission: 'system:position',
  fields: {
    // People carry the code: under another one they would have no position.
    code: text('职务编码', {
      required: true,
      max: 100,
      unique: true,
      immutable: true,
      checkRule: 'position_code',
    }),
    name: text('职务名称', { required: true, max: 100 }),
    postRank: dict('职级', 'position_rank', { required: true }),
    /** Clients of the family keep the department of the company here (4-api.md §7.6); no screen asks for it (5-screens.md §6.9). */
    companyId: text('公司', { max: 255, noSheet: true }),
  },
  form: ['code', 'name', 'postRank'],
  list: ['code', 'name', 'postRank'],
  search: ['code', 'name', 'postRank'],
  label: 'name',
})
