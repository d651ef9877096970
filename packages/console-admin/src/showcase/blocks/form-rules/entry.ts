import type { BlockEntry } from '../../blocks.ts'

const entry: BlockEntry = {
  title: '表单校验',
  summary: '按名称引用的格式、长度和选择数量规则，以及由服务端回答的重复校验和编码规则校验。',
  keywords: ['规则', '手机号', '邮箱', '长度', '重复', '编码校验规则', 'pattern'],
}

export default entry
