import { DownOutlined } from '@ant-design/icons'
import type { TicketRow } from '@suoan/contract'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { Button, Divider, Dropdown } from 'antd'
import type { MenuProps } from 'antd'
import { Suspense, useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { usePageMove } from './use-move.ts'
import { usePlace } from './use-place.ts'

const SaveTemplateDialog = lazyPart('SaveTemplateDialog', () =>
  import('./SaveTemplateDialog.tsx').then((m) => m.SaveTemplateDialog),
)

/** What can be done with a ticket from its row; everything else is on its page. */
export function TicketRowActions({ row }: { row: TicketRow }) {
  const place = usePlace()
  const { move } = usePageMove(row.id)
  const mayWrite = useCan('lo:work:add')
  const [saving, setSaving] = useState(false)
  const canEdit = row.rowActions.includes('edit')
  const items: NonNullable<MenuProps['items']> = []
  if (mayWrite)
    items.push({
      key: 'copy',
      label: '复制为新票',
      onClick: async () => {
        let copyId = ''
        const copied = await move('复制', async (press) => {
          const copy = await call(tickets.copy, { workId: row.id, ...press }, { quiet: true })
          copyId = copy.ticket.id
          return copy
        })
        if (copied) place.openEdit(copyId)
      },
    })
  if (mayWrite) items.push({ key: 'template', label: '存为模板', onClick: () => setSaving(true) })
  if (row.rowActions.includes('remove'))
    items.push({
      key: 'remove',
      label: '删除草稿',
      danger: true,
      onClick: () =>
        feedback().modal.confirm({
          title: '删除草稿',
          content: `草稿“${row.workName}”删除后不能恢复，确定删除吗？`,
          okText: '删除',
          okButtonProps: { danger: true },
          cancelText: '取消',
          onOk: async () => {
            await move('删除', (press) =>
              call(tickets.remove, { workId: row.id, ...press, seen: row.revision }, { quiet: true }),
            )
          },
        }),
    })
  return (
    <span className="row-actions">
      <Suspense fallback={null}>
        {saving && (
          <SaveTemplateDialog workId={row.id} workName={row.workName} onClose={() => setSaving(false)} />
        )}
      </Suspense>
      <Button
        type="link"
        size="small"
        className="link"
        onClick={() => (canEdit ? place.openEdit(row.id) : place.openView(row.id))}
      >
        {canEdit ? '编辑' : '查看'}
      </Button>
      {items.length > 0 && (
        <>
          <Divider orientation="vertical" />
          <Dropdown
            trigger={['hover', 'click']}
            menu={{
              items: canEdit
                ? [{ key: 'view', label: '查看', onClick: () => place.openView(row.id) }, ...items]
                : items,
            }}
          >
            <Button type="link" size="small" className="link">
              更多 <DownOutlined />
            </Button>
          </Dropdown>
        </>
      )}
    </span>
  )
}
