import { RowsEditor, type Saved } from '@suoan/console-base/editable-table/RowsEditor.tsx'
import { changeCount, saveRows } from '@suoan/console-base/editable-table/save-rows.ts'
import { useLeave } from '@suoan/console-base/editable-table/use-leave.ts'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { failureText, RequestFailure } from '@suoan/console-base/request/failure.ts'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { flowEndpoints, flowStep, permissionOf } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { stepColumns, stepName, stepSlots } from './step-columns.tsx'
import { blankStep, changesOf, inOrder, orderOf, rowOf, type StepRow, type StoredStep } from './step-rows.ts'

const api = resourceApi(flowStep)
const calls = { ...api, textOf: failureText }
const newStep = () => blankStep

interface Props {
  readonly flowId: string
  readonly flowName: string
  onClose(): void
}

/** The steps of a flow in the order in which they are asked; dragged, edited, and saved as a whole. */
export function FlowSteps({ flowId, flowName, onClose }: Props) {
  const client = useQueryClient()
  const [unsaved, setUnsaved] = useState(0)
  const may = {
    add: useCan(permissionOf(flowStep, 'add')),
    edit: useCan(permissionOf(flowStep, 'edit')),
    remove: useCan(permissionOf(flowStep, 'batch_delete')),
  }
  // Read when the table opens and after each save: what is typed must not be overwritten in between.
  const steps = useQuery({
    queryKey: ['flow-step-table', flowId],
    queryFn: async ({ signal }) =>
      inOrder((await api.list({ flowId, pageNo: '1', pageSize: '200' }, signal)).records),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const reload = async () => (await steps.refetch({ throwOnError: true })).data ?? []
  const save = async (
    stored: readonly StoredStep[],
    rows: readonly StepRow[],
  ): Promise<Saved<StoredStep>> => {
    const outcome = await saveRows(calls, changesOf(flowId, stored, rows))
    const now = await reload()
    void client.invalidateQueries({ queryKey: resourceKey(flowStep) })
    const ids = outcome.failed.size > 0 ? null : orderOf(now, rows)
    if (ids === null) return { ...outcome, now }
    try {
      await callForMessage(flowEndpoints.arrange, { flowId, ids: [...ids] }, { quiet: true })
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      return { ...outcome, now, problem: `步骤顺序没有保存：${failureText(error)}` }
    }
    return { ...outcome, now: await reload() }
  }
  const countOf = useCallback(
    (stored: readonly StoredStep[], rows: readonly StepRow[]) => {
      const changes = changeCount(changesOf(flowId, stored, rows))
      return changes === 0 && orderOf(stored, rows) !== null ? 1 : changes
    },
    [flowId],
  )
  const leave = useLeave(unsaved)
  return (
    <AppDrawer title={`审批步骤：${flowName}`} size={1240} onClose={() => leave(onClose)}>
      {steps.isError && !steps.data ? (
        <ErrorState error={steps.error} onRetry={() => void steps.refetch()} />
      ) : steps.data ? (
        <RowsEditor<StoredStep, StepRow>
          label="审批步骤"
          columns={stepColumns}
          slots={stepSlots}
          markKey="roleTag"
          first={steps.data}
          rowOf={rowOf}
          countOf={countOf}
          nameOf={stepName}
          newRow={newStep}
          may={may}
          empty="没有审批步骤；没有步骤的流程不能用于作业"
          hint="从上到下依次进行：先全部审核步骤，再全部审批步骤；拖动左侧手柄调整顺序。"
          save={save}
          onUnsaved={setUnsaved}
        />
      ) : (
        <LoadingState />
      )}
    </AppDrawer>
  )
}
