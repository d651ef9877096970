import { workTicketEndpoints as tickets, type TemplateRow } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { AppModal } from '@suoan/ui/modal'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'

/** Chooses the procedure or the template a new ticket begins with; gives the id of the draft. */
export function FromTemplateDialog({ onClose, onMade }: { onClose(): void; onMade(id: string): void }) {
  const [templateId, setTemplate] = useState<string | null>(null)
  const [sourceNo, setSourceNo] = useState('')
  // One press, one ticket, also where the answer was lost.
  const [clientOpId] = useState(newUlid)
  const templates = useQuery({
    queryKey: ['ticket-templates'],
    queryFn: ({ signal }) => call(tickets.templates, {}, { signal, quiet: true }),
  })
  const rows = templates.data ?? []
  const chosen = rows.find(({ id }) => id === templateId)
  const groups = [
    { kind: 'procedure', label: '能量控制程序' },
    { kind: 'template', label: '工作票模板' },
  ] as const
  const make = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      call(
        tickets.fromTemplate,
        {
          kind: chosen?.kind ?? 'template',
          templateId: chosen?.id ?? '',
          sourceNo: sourceNo.trim() || null,
          clientOpId,
        },
        { quiet: true },
      ),
    onSuccess: ({ ticket }) => onMade(ticket.id),
    onError: showFailure,
  })
  return (
    <AppModal
      open
      width={520}
      title="从程序或模板新建工作票"
      okText="新建"
      okClose={false}
      okButtonProps={{ disabled: chosen === undefined }}
      confirmLoading={make.isPending}
      onOk={() => make.mutate()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label="程序或模板"
          required
          extra={
            chosen?.kind === 'procedure'
              ? '带出隔离点、措施、气体检测部位和人员要求；票面记下程序和版本'
              : '时间、人员和锁具在新票中填写'
          }
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择"
            loading={templates.isPending}
            value={templateId}
            notFoundContent="还没有程序或模板。可在“能量控制程序”中编写，或打开一张写好的工作票，在“更多”中选“存为模板”"
            options={groups.flatMap(({ kind, label }) => {
              const own = rows.filter((row) => row.kind === kind)
              return own.length === 0
                ? []
                : [
                    {
                      label,
                      options: own.map((row) => ({
                        value: row.id,
                        label: wordsOf(row),
                        title: row.refusal ?? '',
                        disabled: row.refusal !== null,
                      })),
                    },
                  ]
            })}
            onChange={setTemplate}
          />
        </Form.Item>
        <Form.Item label="来源单号" extra="按检修工单作业时填写工单编号，写入新票，列表可按它查询">
          <Input
            value={sourceNo}
            maxLength={50}
            placeholder="例如：MO-2026-00123"
            onChange={(event) => setSourceNo(event.target.value)}
          />
        </Form.Item>
      </Form>
    </AppModal>
  )
}

const wordsOf = (row: TemplateRow): string =>
  [
    row.templateName,
    row.versionNo === null ? row.workType_dictText : `第 ${row.versionNo} 版`,
    row.areaName,
    row.refusal,
  ]
    .filter(Boolean)
    .join(' · ')
