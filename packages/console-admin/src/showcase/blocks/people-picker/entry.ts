import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '人员、角色与职务选择',
  summary: '按姓名或部门选择人员，选择角色和职务；可单选、多选，可粘贴名单，取消时保留原值。',
  keywords: ['用户', '人员', '角色', '职务', '名单', 'user', 'role', 'position', '选择器'],
}

export default entry
