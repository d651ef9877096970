import { PlusOutlined } from '@ant-design/icons'
import { labelOf } from '@suoan/domain/dictionaries'
import { Button, Tag } from 'antd'
import type { ProcedureDemand } from '@suoan/contract'
import { namedIn } from './crew.ts'
import { ticketRoles, type Draft } from './draft-model.ts'

/** What each role is for. */
const notes: Readonly<Record<(typeof ticketRoles)[number], string>> = {
  LEAD: '对作业安全全面负责，申请开工和完工',
  PERMIT: '许可开工、确认完工',
  ISO: '到现场操作、上锁、挂牌',
  VERIFY: '验证零能量，不能是隔离人或作业人',
  WORK: '实施作业，须挂个人锁',
  GUARD: '现场监护，同时只监护一处',
  GASTEST: '检测气体',
  DEPT: '属地验收',
  CONTR: '承包商作业人员',
}
/** Posts that act without being named: who does it then. */
const byPost: Readonly<Record<string, string>> = {
  PERMIT: '由属地许可人办理',
  DEPT: '由属地负责人办理',
}
export const roleOptions = ticketRoles.map((tag) => ({ value: tag, text: labelOf('lo_role_tag', tag) }))

/** Roles without which no ticket is submitted (G01), whatever its policy asks for beside them. */
function isNeeded(tag: string, { needIsolation, people }: Draft): boolean {
  if (tag === 'WORK') return !people.some(({ roleTag }) => roleTag === 'CONTR')
  return tag === 'LEAD' || (needIsolation === 1 && (tag === 'ISO' || tag === 'VERIFY'))
}

/** What each role is for, how many people are in it and how many the procedure takes, and a button that adds one. */
export function RoleList({
  draft,
  demands,
  onAdd,
}: {
  draft: Draft
  demands: readonly ProcedureDemand[]
  onAdd(roleTag: string): void
}) {
  return (
    <ul className="role-list" aria-label="票面角色">
      {ticketRoles.map((tag) => {
        const label = labelOf('lo_role_tag', tag)
        const count = namedIn(draft.people, tag)
        const wanted = demands.find(({ roleTag }) => roleTag === tag)?.count ?? 0
        const isMissing = count === 0 && isNeeded(tag, draft)
        return (
          <li key={tag}>
            <b>{label}</b>
            {count < wanted ? (
              <Tag color={isMissing ? 'error' : 'warning'}>
                程序要求 {wanted} 人，还差 {wanted - count} 人
              </Tag>
            ) : isMissing ? (
              <Tag color="error">未指定，必须</Tag>
            ) : (
              <Tag>{count === 0 ? (byPost[tag] ?? '未指定') : `${count} 人`}</Tag>
            )}
            <Button
              type="link"
              size="small"
              icon={<PlusOutlined />}
              aria-label={`添加${label}`}
              onClick={() => onAdd(tag)}
            >
              添加
            </Button>
            <small>{notes[tag]}</small>
          </li>
        )
      })}
    </ul>
  )
}
