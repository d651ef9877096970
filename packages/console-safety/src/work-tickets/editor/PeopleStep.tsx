import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { labelOf } from '@suoan/domain/dictionaries'
import { newUlid } from '@suoan/kit/id'
import { Button, Select, Tag } from 'antd'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import { valued } from './BasicsStep.tsx'
import type { PersonLine } from './draft-model.ts'
import { LockSelect } from './LockSelect.tsx'
import { TicketLocks } from './TicketLocks.tsx'
import type { StepProps } from './use-draft.ts'

/** Roles in the order a ticket names them, with what each is for. */
const roles = [
  { tag: 'LEAD', note: '对作业安全全面负责，申请开工和完工' },
  { tag: 'PERMIT', note: '许可开工、确认完工' },
  { tag: 'ISO', note: '到现场操作、上锁、挂牌' },
  { tag: 'VERIFY', note: '验证零能量，不能是隔离人或作业人' },
  { tag: 'WORK', note: '实施作业，须挂个人锁' },
  { tag: 'GUARD', note: '现场监护，同时只监护一处' },
  { tag: 'GASTEST', note: '检测气体' },
  { tag: 'DEPT', note: '属地验收' },
  { tag: 'CONTR', note: '承包商作业人员' },
] as const

const sources = [
  { value: 1, label: '本单位' },
  { value: 2, label: '承包商' },
  { value: 3, label: '访客' },
]

/** 5 人员与锁具: who does what, with which personal lock; access locks and who may open them. */
export function PeopleStep({ draft, patch }: StepProps) {
  const set = (people: readonly PersonLine[]) => patch({ people })
  const change = (key: string, part: Partial<PersonLine>) =>
    set(draft.people.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const add = (roleTag: string) =>
    set([
      ...draft.people,
      {
        key: newUlid(),
        userId: null,
        externalId: null,
        personName: '',
        personSource: roleTag === 'CONTR' ? 2 : 1,
        roleTag,
        personalLockId: null,
        personalLockCode: null,
      },
    ])
  const taken = draft.people.flatMap((row) => (row.personalLockId ? [row.personalLockId] : []))
  return (
    <>
      <div className="role-groups">
        {roles.map(({ tag, note }) => {
          const people = draft.people.filter((row) => row.roleTag === tag)
          return (
            <section key={tag} className="role-group">
              <header>
                <b>{labelOf('lo_role_tag', tag)}</b>
                <small>{note}</small>
                <Button type="link" size="small" icon={<PlusOutlined />} onClick={() => add(tag)}>
                  添加
                </Button>
              </header>
              {people.map((row, index) => (
                <div key={row.key} className="person-line">
                  <div className="person-name">
                    {row.personSource === 1 ? (
                      <RefPicker
                        aria-label={`${labelOf('lo_role_tag', tag)} ${index + 1}`}
                        field={{ kind: 'ref', label: labelOf('lo_role_tag', tag), resource: 'user' }}
                        {...valued(row.userId)}
                        onChange={(value) =>
                          change(row.key, { userId: Array.isArray(value) ? null : value || null })
                        }
                      />
                    ) : (
                      <RefPicker
                        aria-label={`${labelOf('lo_role_tag', tag)} ${index + 1} 外来人员`}
                        field={{ kind: 'ref', label: '外来人员', resource: 'externalPerson' }}
                        {...valued(row.externalId)}
                        onChange={(value) =>
                          change(row.key, {
                            externalId: Array.isArray(value) ? null : value || null,
                            personName: '',
                          })
                        }
                      />
                    )}
                  </div>
                  {row.personName !== '' && row.userId === null && row.externalId === null && (
                    <Tag color="error">{row.personName} 未登记，请选择其登记</Tag>
                  )}
                  {(tag === 'CONTR' || tag === 'WORK') && (
                    <Select
                      value={row.personSource}
                      options={sources}
                      aria-label="人员来源"
                      onChange={(personSource) =>
                        change(row.key, { personSource, userId: null, externalId: null, personName: '' })
                      }
                    />
                  )}
                  {(tag === 'WORK' || tag === 'CONTR' || tag === 'LEAD') && (
                    <LockSelect
                      aria-label={`${labelOf('lo_role_tag', tag)} ${index + 1} 个人锁`}
                      purpose={4}
                      placeholder="个人锁"
                      value={row.personalLockId}
                      code={row.personalLockCode}
                      taken={taken}
                      ownerId={row.userId}
                      onChange={(personalLockId, personalLockCode) =>
                        change(row.key, { personalLockId, personalLockCode })
                      }
                    />
                  )}
                  <Button
                    type="text"
                    danger
                    icon={<DeleteOutlined />}
                    aria-label="移除此人"
                    onClick={() => set(draft.people.filter((each) => each.key !== row.key))}
                  />
                </div>
              ))}
              {people.length === 0 && <p className="hint">未指定</p>}
            </section>
          )
        })}
      </div>
      <TicketLocks draft={draft} patch={patch} />
    </>
  )
}
