import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import { refs } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { flowConditionMistake } from '@suoan/domain/work-ticket'
import type { Column, Slot } from '@suoan/ui/editable-table'
import './policy.css'
import { quorumText } from './quorum-text.ts'
import type { StepRow } from './step-rows.ts'

interface Scoped {
  readonly id: string
  readonly scopeRule?: unknown
}
const isNamed = ({ scopeRule }: Scoped): boolean => scopeRule === 'NAMED'

/** The columns of a flow's steps; `lo_flow_step` has their lengths. */
export const stepColumns: readonly Column[] = [
  {
    key: 'stage',
    title: '阶段',
    type: 'select',
    dictCode: 'lo_flow_stage',
    width: 84,
    validateRules: [{ required: true, message: '请选择阶段' }],
  },
  {
    key: 'roleTag',
    title: '角色',
    type: 'select',
    dictCode: 'lo_role_tag',
    width: 96,
    placeholder: '请选择',
    validateRules: [{ required: true, message: '请选择角色' }],
  },
  {
    key: 'scopeRule',
    title: '人员范围',
    type: 'select',
    dictCode: 'lo_scope_rule',
    width: 110,
    placeholder: '请选择',
    validateRules: [{ required: true, message: '请选择人员范围' }],
  },
  {
    key: 'userIds',
    title: '指定人员',
    type: 'slot',
    width: 190,
    hideInCopy: true,
    validateRules: [
      {
        handler: ({ value, row }: { readonly value: unknown; readonly row: Scoped }) =>
          isNamed(row) && !value ? '人员范围为“指定人员”时，请选择指定人员' : null,
      },
    ],
  },
  {
    key: 'quorum',
    title: '通过规则',
    type: 'select',
    width: 120,
    allowInput: true,
    options: ['ANY', 'ALL', 'N:2', 'N:3'].map((value) => ({ value, text: quorumText(value) })),
    validateRules: [
      { required: true, message: '请选择通过规则' },
      { pattern: /^(?:ALL|ANY|N:[1-9]\d?)$/, message: '通过规则只能是任一人、全部或 N:k，例如 N:2 为两人' },
    ],
  },
  {
    key: 'condition',
    title: '启用条件',
    type: 'input',
    minWidth: 180,
    maxLength: 300,
    placeholder: '总是启用',
    validateRules: [
      { handler: ({ value }) => flowConditionMistake(typeof value === 'string' && value ? value : null) },
    ],
  },
  {
    key: 'slaMin',
    title: '时限(分)',
    type: 'inputNumber',
    width: 112,
    precision: 0,
    range: [0, 100_000],
  },
  { key: 'escalateTo', title: '升级到', type: 'select', dictCode: 'lo_role_tag', width: 90 },
  { key: 'onSite', title: '现场审批', type: 'switch', customValue: [1, 0], width: 112 },
  {
    key: 'signDemand',
    title: '签署要求',
    type: 'select',
    dictCode: 'lo_sign_demand',
    width: 150,
    validateRules: [{ required: true, message: '请选择签署要求' }],
  },
  { key: 'allowDelegate', title: '可委托', type: 'switch', customValue: [1, 0], width: 96 },
  {
    key: 'rejectMode',
    title: '驳回方式',
    type: 'select',
    dictCode: 'lo_reject_mode',
    width: 130,
    validateRules: [{ required: true, message: '请选择驳回方式' }],
  },
]

const people = refs('指定人员', 'user')

/** 指定人员 are found by their names, in place. */
export const stepSlots: Readonly<Record<string, Slot>> = {
  userIds: ({ row, value, set, isDisabled }) =>
    isNamed(row) ? (
      <span className="step-people">
        <RefPicker
          field={people}
          multiple
          withDialog={false}
          disabled={isDisabled}
          aria-label="指定人员"
          placeholder="请选择人员"
          value={typeof value === 'string' ? value.split(',').filter(Boolean) : []}
          onChange={(next) =>
            set((typeof next === 'string' ? [next] : next).filter(Boolean).join(',') || null)
          }
        />
      </span>
    ) : (
      <span className="cell-empty">—</span>
    ),
}

/** A step as it is called in the list of what was not stored. */
export const stepName = ({ roleTag }: StepRow): string =>
  roleTag === null ? '未选择角色' : labelOf('lo_role_tag', roleTag)
