import { permissionOf, procedure, procedureEndpoints, workTicketEndpoints } from '@suoan/contract'
import { procedureStatus, whyNoTicket } from '@suoan/domain/procedure'
import { systemClock } from '@suoan/kit/clock'
import { newUlid } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { Tag } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import type { RowAction } from '@suoan/console-base/resource/row-action.ts'
import type { ResourceList } from '@suoan/console-base/resource/use-resource-list.ts'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'
import type { Version } from './procedure-text.ts'
import './procedures.css'

const StepsInput = lazyInput(() => import('./StepsInput.tsx').then((m) => m.StepsInput))
const GasPlacesInput = lazyInput(() => import('./GasPlacesInput.tsx').then((m) => m.GasPlacesInput))
const PeopleInput = lazyInput(() => import('./PeopleInput.tsx').then((m) => m.PeopleInput))
const MeasureTemplateInput = lazyInput(() =>
  import('../policy/MeasureTemplateInput.tsx').then((m) => m.MeasureTemplateInput),
)
const ProcedureDrawer = lazyPart('ProcedureDrawer', () =>
  import('./ProcedureDrawer.tsx').then((m) => m.ProcedureDrawer),
)
const InspectDialog = lazyPart('InspectDialog', () =>
  import('./InspectDialog.tsx').then((m) => m.InspectDialog),
)

const today = () => shanghaiTime(systemClock.now()).slice(0, 10)
const refusalOf = ({ status, nextInspect, inspectResult }: Version) =>
  whyNoTicket(
    { status: status ?? 0, nextInspect: nextInspect ?? null, inspectResult: inspectResult ?? null },
    today(),
  )

const isDraft = ({ status }: Version) => status === procedureStatus.draft
const isEffective = ({ status }: Version) => status === procedureStatus.effective

/** Days before an inspection at which the list begins to say so. */
const soon = 30
const dayMs = 86_400_000

const columns: ColumnOverrides<Version> = {
  procName: { width: 220, align: 'left' },
  equipId: { width: 180, align: 'left' },
  versionNo: { width: 80, render: (row) => `第 ${row.versionNo} 版` },
  status: {
    width: 90,
    render: (row) => <Tag color={isEffective(row) ? 'success' : 'default'}>{row.status_dictText}</Tag>,
  },
  workType: { width: 130 },
  nextInspect: { width: 150, render: (row) => <NextInspect version={row} /> },
  inspectResult: { width: 110 },
  effectTime: { width: 160 },
}

function NextInspect({ version }: { version: Version }) {
  if (!isEffective(version) || !version.nextInspect) return '—'
  const left = Math.round((Date.parse(version.nextInspect) - Date.parse(today())) / dayMs)
  if (left < 0) return <Tag color="error">{version.nextInspect} 已逾期</Tag>
  return left <= soon ? <Tag color="warning">{version.nextInspect}</Tag> : version.nextInspect
}

const form = {
  width: 1080,
  inputs: {
    steps: ({ disabled }: { disabled: boolean }) => <StepsInput disabled={disabled} />,
    measures: ({ disabled }: { disabled: boolean }) => <MeasureTemplateInput disabled={disabled} />,
    gasPlaces: ({ disabled }: { disabled: boolean }) => <GasPlacesInput disabled={disabled} />,
    people: ({ disabled }: { disabled: boolean }) => <PeopleInput disabled={disabled} />,
  },
}

/** 能量控制程序: versions of each equipment, what is done with them, and tickets that begin with them. */
export default function ProcedurePage() {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Version | null>(null)
  const [inspected, setInspected] = useState<{ version: Version; list: ResourceList } | null>(null)
  const rowActions = useMemo(
    (): RowAction<Version>[] => [
      { key: 'read', label: '查看', primary: true, run: setOpened },
      {
        key: 'begin',
        label: '新建工作票',
        primary: true,
        permission: 'lo:work:add',
        when: isEffective,
        async run(row) {
          const refusal = refusalOf(row)
          if (refusal !== null) {
            feedback().modal.warning({ title: '现在不能从它新建工作票', content: refusal })
            return
          }
          const { ticket } = await call(workTicketEndpoints.fromTemplate, {
            kind: 'procedure',
            templateId: row.id,
            clientOpId: newUlid(),
          })
          void navigate(`/isps/loWorkEdit/${ticket.id}`)
        },
      },
      {
        key: 'publish',
        label: '生效',
        permission: 'lo:procedure:publish',
        when: isDraft,
        question: (row) => `第 ${row.versionNo} 版生效后内容不再改变，该设备原来生效的版本停用。确定生效吗？`,
        async run(row, list) {
          const { message } = await callForMessage(procedureEndpoints.publish, { id: row.id })
          void feedback().message.success(message)
          list.reload()
        },
      },
      {
        key: 'revise',
        label: '修订',
        permission: permissionOf(procedure, 'add'),
        when: (row) => !isDraft(row),
        async run(row, list) {
          const { message } = await callForMessage(procedureEndpoints.revise, { id: row.id })
          void feedback().message.success(`${message}，请编辑后生效`)
          list.reload()
        },
      },
      {
        key: 'inspect',
        label: '检查',
        permission: 'lo:procedure:inspect',
        when: isEffective,
        run: (version, list) => setInspected({ version, list }),
      },
    ],
    [navigate],
  )
  return (
    <div className="card">
      <ResourceView<typeof procedure.fields>
        resource={procedure}
        columns={columns}
        form={form}
        rowActions={rowActions}
        mayEdit={isDraft}
        mayDelete={isDraft}
        emptyText="还没有能量控制程序。为设备写明停机、隔离、上锁、释放、验证和恢复的步骤，工作票就可以从它开始"
        below={
          <Suspense fallback={null}>
            {opened && <ProcedureDrawer version={opened} onClose={() => setOpened(null)} />}
            {inspected && (
              <InspectDialog
                version={inspected.version}
                onClose={() => setInspected(null)}
                onDone={() => inspected.list.reload()}
              />
            )}
          </Suspense>
        }
      />
    </div>
  )
}
