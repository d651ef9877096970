import { coreTicketFields, dutyRule, editableTicketFields, workType } from '@suoan/contract'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { Tabs } from 'antd'
import { GasLimits } from './GasLimits.tsx'
import './policy.css'

const UpgradeRuleInput = lazyInput(() => import('./UpgradeRuleInput.tsx').then((m) => m.UpgradeRuleInput))
const MeasureTemplateInput = lazyInput(() =>
  import('./MeasureTemplateInput.tsx').then((m) => m.MeasureTemplateInput),
)
const CertRulesInput = lazyInput(() => import('./CertRulesInput.tsx').then((m) => m.CertRulesInput))
const TicketFieldsInput = lazyInput(() => import('./TicketFieldsInput.tsx').then((m) => m.TicketFieldsInput))

const whole = (text: unknown) => <span className="pair-text">{text ? String(text) : '—'}</span>

/** Wide enough for their headings: a figure whose name is cut off says nothing. */
const columns: ColumnOverrides<RowOf<typeof workType.fields>> = {
  typeCode: { width: 150, render: (row) => whole(row.typeCode_dictText) },
  typeName: { width: 200, render: (row) => whole(row.typeName) },
  maxHours: { width: 140 },
  isolateLeadMin: { width: 150 },
  extendMax: { width: 130 },
  gasRequired: { width: 130 },
  guardRequired: { width: 115 },
  isolationRequired: { width: 115 },
  personalLock: { width: 100 },
  flowId: { width: 240, render: (row) => whole(row.flowId_dictText ?? row.flowId) },
  status: { width: 80 },
}

const form = {
  inputs: {
    upgradeRule: ({ disabled }: { disabled: boolean }) => <UpgradeRuleInput disabled={disabled} />,
    measuresTpl: ({ disabled }: { disabled: boolean }) => <MeasureTemplateInput disabled={disabled} />,
    certRules: ({ disabled }: { disabled: boolean }) => <CertRulesInput disabled={disabled} />,
    editableFields: ({ disabled }: { disabled: boolean }) => (
      <TicketFieldsInput
        disabled={disabled}
        names={editableTicketFields}
        placeholder="批准人不能修改工作票"
      />
    ),
    coreFields: ({ disabled }: { disabled: boolean }) => (
      <TicketFieldsInput disabled={disabled} names={coreTicketFields} placeholder="没有另外的核心字段" />
    ),
  },
}

/** 作业策略: what each kind and level of work demands, who must not be the same, and the limits of gas. */
export default function WorkTypePage() {
  const maySeeDuties = useCan('lo:dutyRule:list')
  const maySeeGases = useCan('lo:gasStd:list')
  return (
    <div className="card">
      <Tabs
        destroyOnHidden
        items={[
          {
            key: 'types',
            label: '作业类型',
            children: (
              <ResourceView<typeof workType.fields> resource={workType} columns={columns} form={form} />
            ),
          },
          ...(maySeeDuties
            ? [
                {
                  key: 'duties',
                  label: '职责分离',
                  children: (
                    <ResourceView
                      resource={dutyRule}
                      columns={{ source: { width: 320, render: (row) => whole(row.source) } }}
                    />
                  ),
                },
              ]
            : []),
          ...(maySeeGases ? [{ key: 'gases', label: '气体标准', children: <GasLimits /> }] : []),
        ]}
      />
    </div>
  )
}
