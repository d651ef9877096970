import { workTicketEndpoints as tickets } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { AppModal } from '@suoan/ui/modal'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'

/** Chooses what a new ticket begins with; gives the id of the draft. */
export function FromTemplateDialog({ onClose, onMade }: { onClose(): void; onMade(id: string): void }) {
  const [templateId, setTemplate] = useState<string | null>(null)
  // One press, one ticket, also where the answer was lost.
  const [clientOpId] = useState(newUlid)
  const templates = useQuery({
    queryKey: ['ticket-templates'],
    queryFn: ({ signal }) => call(tickets.templates, {}, { signal, quiet: true }),
  })
  const make = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      call(tickets.fromTemplate, { templateId: templateId ?? '', clientOpId }, { quiet: true }),
    onSuccess: ({ ticket }) => onMade(ticket.id),
    onError: showFailure,
  })
  return (
    <AppModal
      open
      width={520}
      title="从模板新建工作票"
      okText="新建"
      okClose={false}
      okButtonProps={{ disabled: templateId === null }}
      confirmLoading={make.isPending}
      onOk={() => make.mutate()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="模板" required extra="时间、人员和锁具在新票中填写">
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择模板"
            loading={templates.isPending}
            value={templateId}
            notFoundContent="还没有模板。可打开一张写好的作业票，在“更多”中选“存为模板”"
            options={(templates.data ?? []).map((row) => ({
              value: row.id,
              label: [row.templateName, row.workType_dictText, row.areaName].filter(Boolean).join(' · '),
            }))}
            onChange={setTemplate}
          />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
