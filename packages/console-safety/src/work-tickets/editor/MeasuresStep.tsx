import { PlusOutlined } from '@ant-design/icons'
import { workTicketEndpoints as tickets, type LibraryMeasure } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Row } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import { ticketKey } from '../ticket-queries.ts'
import { fromLibrary, offeredMeasures, withTemplate, type MeasureLine } from './draft-model.ts'
import { Field } from './Field.tsx'
import { MeasureTable } from './MeasureTable.tsx'
import type { StepProps } from './use-draft.ts'

/** 4 危害与措施: what can hurt people and what is done about it. */
export function MeasuresStep({ draft, patch }: StepProps) {
  const set = (measures: readonly MeasureLine[]) => patch({ measures })
  const { workType, workLevel } = draft
  const baseTypes = draft.baseTypes.join(',')
  const template = useQuery({
    queryKey: [...ticketKey, 'measureTemplate', workType, baseTypes, workLevel],
    queryFn: ({ signal }) =>
      call(tickets.measureTemplate, { workType, baseTypes, workLevel }, { signal, quiet: true }),
    enabled: workType !== '' && workLevel !== '',
    staleTime: 60_000,
  })
  const hazards = draft.hazards.join(',')
  const library = useQuery({
    queryKey: [...ticketKey, 'measureLibrary', hazards],
    queryFn: ({ signal }) => call(tickets.measureLibrary, { hazards }, { signal, quiet: true }),
    enabled: hazards !== '',
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
      <MeasureTable lines={draft.measures} isDemanded={isDemanded} onChange={set} />
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
      <LibraryOffers
        lines={library.data ?? []}
        taken={draft.measures.map(({ content }) => content.trim())}
        onTake={(line) => set([...draft.measures, fromLibrary(line)])}
      />
    </>
  )
}

/** What the library has against the hazards that were chosen and the ticket does not say yet, hazard by hazard. */
function LibraryOffers({
  lines,
  taken,
  onTake,
}: {
  lines: readonly LibraryMeasure[]
  taken: readonly string[]
  onTake(line: LibraryMeasure): void
}) {
  const left = lines.filter(({ content }) => !taken.includes(content))
  const hazards = [...new Set(left.map(({ hazard }) => hazard))]
  return hazards.map((hazard) => (
    <section key={hazard} className="measure-offers" aria-label={`措施库：${labelOf('lo_hazard', hazard)}`}>
      <small>措施库 · {labelOf('lo_hazard', hazard)}，点击加入：</small>
      {left
        .filter((line) => line.hazard === hazard)
        .map((line) => (
          <Button key={line.content} size="small" icon={<PlusOutlined />} onClick={() => onTake(line)}>
            <span>
              {line.content}（{labelOf('lo_control_rank', line.controlRank)}）
            </span>
          </Button>
        ))}
    </section>
  ))
}
