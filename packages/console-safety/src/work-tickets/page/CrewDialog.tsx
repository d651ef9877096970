import type { TicketPerson } from '@suoan/contract'
import { workExecutionEndpoints as execution, workTicketEndpoints as tickets } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Radio } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { textOf } from '../text-of.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { UserPick } from '../move/UserPick.tsx'
import { useMove } from '../use-move.ts'

const tags = ['WORK', 'CONTR', 'GUARD'] as const
type Tag = (typeof tags)[number]

interface Props {
  readonly workId: string
  /** Who is replaced; null = somebody comes in addition. */
  readonly leaver: TicketPerson | null
  onClose(): void
}

/** T31: somebody more, or somebody in another's place. */
export function CrewDialog({ workId, leaver, onClose }: Props) {
  const [userId, setUserId] = useState<string | null>(null)
  const [isExternal, setExternal] = useState(Boolean(leaver?.externalId))
  const [roleTag, setRoleTag] = useState<Tag>('WORK')
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(workId)
  const tag = leaver?.roleTag ?? roleTag
  const mayBeExternal = tag !== 'GUARD'
  const asksExternal = isExternal && mayBeExternal
  const label = leaver ? '替换人员' : '增加人员'
  const submit = async () => {
    if (!userId) return setProblem('请选择人员')
    const who = asksExternal ? { externalId: userId } : { userId }
    const done = await move(label, (press) =>
      leaver
        ? call(execution.crewReplace, { workId, ...press, personId: leaver.id, ...who }, { quiet: true })
        : call(
            tickets.crewAdd,
            { workId, ...press, ...who, roleTag, personSource: roleTag === 'CONTR' ? 2 : 1 },
            { quiet: true },
          ),
    )
    if (done) onClose()
  }
  return (
    <MoveDialog
      title={leaver ? `替换 ${textOf(leaver, 'name')}（${textOf(leaver, 'roleTag')}）` : label}
      okText={label}
      width={520}
      isRunning={isRunning}
      problem={problem}
      onOk={submit}
      onClose={onClose}
    >
      <p className="point-say">
        {leaver
          ? '被替换人员须已离场，并由本人摘下个人锁。接替人员按其资质重新审查，交底签名、上个人锁后才能进场。'
          : '新增人员交底签名、上个人锁后才能进场。作业内容、地点或隔离点变化须办理新票。'}
      </p>
      {!leaver && (
        <LabelledItem label="角色" required>
          <Radio.Group
            size="large"
            optionType="button"
            buttonStyle="solid"
            value={roleTag}
            options={tags.map((tag) => ({ value: tag, label: labelOf('lo_role_tag', tag) }))}
            onChange={(event) => setRoleTag(tags.find((tag) => tag === event.target.value) ?? 'WORK')}
          />
        </LabelledItem>
      )}
      {mayBeExternal && (
        <LabelledItem label="登录账号">
          <Radio.Group
            size="large"
            optionType="button"
            value={isExternal}
            options={[
              { value: false, label: '有账号' },
              { value: true, label: '外来人员（无账号）' },
            ]}
            onChange={(event) => {
              setExternal(event.target.value === true)
              setUserId(null)
            }}
          />
        </LabelledItem>
      )}
      <LabelledItem label={leaver ? '接替人员' : '人员'} required>
        <UserPick
          key={asksExternal ? 'external' : 'user'}
          who={asksExternal ? '外来人员' : '人员'}
          resource={asksExternal ? 'externalPerson' : 'user'}
          value={userId}
          onChange={(chosen) => {
            setUserId(chosen)
            setProblem('')
          }}
        />
      </LabelledItem>
    </MoveDialog>
  )
}
