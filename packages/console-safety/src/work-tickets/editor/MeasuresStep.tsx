import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Row, Switch, Tag } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import { ticketKey } from '../ticket-queries.ts'
import { offeredMeasures, withTemplate, type MeasureLine } from './draft-model.ts'
import { Field } from './Field.tsx'
import type { StepProps } from './use-draft.ts'

/** 4 危害与措施: what can hurt people and what is done about it. */
export function MeasuresStep({ draft, patch }: StepProps) {
  const set = (measures: readonly MeasureLine[]) => patch({ measures })
  const change = (key: string, part: Partial<MeasureLine>) =>
    set(draft.measures.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const { workType, workLevel } = draft
  const baseTypes = draft.baseTypes.join(',')
  const template = useQuery({
    queryKey: [...ticketKey, 'measureTemplate', workType, baseTypes, workLevel],
    queryFn: ({ signal }) =>
      call(tickets.measureTemplate, { workType, baseTypes, workLevel }, { signal, quiet: true }),
    enabled: workType !== '' && workLevel !== '',
    staleTime: 60_000,
  })
  const lines = template.data ?? []
  const begin = useEffectEvent(() => {
    const measures = withTemplate(draft.measures, lines)
    if (measures !== draft.measures) patch({ measures })
  })
  useEffect(() => begin(), [template.data])
  const isDemanded = ({ content }: MeasureLine) =>
    lines.some((line) => line.must === 1 && line.content === content.trim())
  const offered = offeredMeasures(draft.measures, lines)
  return (
    <>
      <Row>
        <Field label="危害辨识" required span="full">
          <DictSelect
            code="lo_hazard"
            multiple
            placeholder="请选择本次作业的危害"
            value={[...draft.hazards]}
            onChange={(value) => patch({ hazards: Array.isArray(value) ? value : [value] })}
          />
        </Field>
      </Row>
      <h3>安全措施</h3>
      {template.isError && (
        <Alert
          type="warning"
          showIcon
          title={`没有取到该作业的措施模板：${failureText(template.error)}`}
          action={
            <Button size="small" onClick={() => void template.refetch()}>
              重试
            </Button>
          }
        />
      )}
      {draft.measures.length === 0 && (
        <p className="hint">每项危害至少写一条措施，从上到下按“消除、替代、工程、管理、个体防护”优先。</p>
      )}
      <ol className="line-list">
        {draft.measures.map((row, index) => (
          <li key={row.key} className="measure-line">
            <Input.TextArea
              autoSize
              value={row.content}
              maxLength={300}
              readOnly={isDemanded(row)}
              placeholder="请输入安全措施"
              aria-label={`措施 ${index + 1}`}
              onChange={(event) => change(row.key, { content: event.target.value })}
            />
            <DictSelect
              code="lo_control_rank"
              aria-label={`措施 ${index + 1} 控制层级`}
              placeholder="控制层级"
              {...(row.controlRank === null ? {} : { value: String(row.controlRank) })}
              onChange={(value) => change(row.key, { controlRank: value ? Number(value) : null })}
            />
            <Switch
              checked={row.involve === 1}
              disabled={isDemanded(row)}
              checkedChildren="涉及"
              unCheckedChildren="不涉及"
              aria-label={`措施 ${index + 1} 是否涉及`}
              onChange={(on) => change(row.key, { involve: on ? 1 : 0 })}
            />
            <Switch
              checked={row.dualControl === 1}
              checkedChildren="双人开锁"
              unCheckedChildren="单人开锁"
              aria-label={`措施 ${index + 1} 双人开锁`}
              onChange={(on) => change(row.key, { dualControl: on ? 1 : 0 })}
            />
            {isDemanded(row) ? (
              <Tag color="processing" title="作业策略规定的措施，不能删除">
                必须
              </Tag>
            ) : (
              <Button
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={`删除措施 ${index + 1}`}
                onClick={() => set(draft.measures.filter((each) => each.key !== row.key))}
              />
            )}
          </li>
        ))}
      </ol>
      {offered.length > 0 && (
        <section className="measure-offers" aria-label="模板中的其他措施">
          <small>模板中的其他措施，点击加入：</small>
          {offered.map((line) => (
            <Button
              key={line.content}
              size="small"
              icon={<PlusOutlined />}
              onClick={() => set([...draft.measures, line])}
            >
              <span>{line.content}</span>
            </Button>
          ))}
        </section>
      )}
      <Button
        block
        type="dashed"
        icon={<PlusOutlined />}
        onClick={() =>
          set([
            ...draft.measures,
            { key: newUlid(), content: '', controlRank: null, involve: 1, dualControl: 0 },
          ])
        }
      >
        添加措施
      </Button>
    </>
  )
}
