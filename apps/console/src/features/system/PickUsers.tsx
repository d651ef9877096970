import { user } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { feedback } from '../../shell/feedback.ts'
import { QueryForm } from '../../resource/parts/QueryForm.tsx'
import { ResourceTable } from '../../resource/parts/ResourceTable.tsx'
import { SelectionBar } from '../../resource/parts/SelectionBar.tsx'
import { useResourceList } from '../../resource/use-resource-list.ts'

interface Props {
  readonly saving: boolean
  onPick(ids: readonly string[]): void
  onClose(): void
}

/** 添加已有用户: a searchable list with check boxes (5-screens.md §6.3). */
export function PickUsers({ saving, onPick, onClose }: Props) {
  const list = useResourceList(user, { stateIn: 'component' })
  return (
    <AppModal
      open
      fullscreen
      title="添加已有用户"
      width={1000}
      confirmLoading={saving}
      onCancel={onClose}
      onOk={() => {
        if (list.selection.length === 0) void feedback().message.warning('请选择一条记录！')
        else onPick(list.selection)
      }}
    >
      <QueryForm
        resource={user}
        names={['username', 'realname']}
        filters={list.state.filters}
        loading={list.query.isFetching}
        onSearch={list.search}
        onReset={list.reset}
      />
      <SelectionBar count={list.selection.length} onClear={() => list.setSelection([])} />
      <ResourceTable
        resource={user}
        list={list}
        names={['username', 'realname', 'sex', 'phone']}
        columns={{
          orgCodeTxt: { title: '部门', width: 160, render: (row) => String(row['orgCodeTxt'] ?? '') || '—' },
        }}
        actions={[]}
        selectable
        empty={null}
      />
    </AppModal>
  )
}
