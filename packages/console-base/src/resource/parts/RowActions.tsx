import { DownOutlined } from '@ant-design/icons'
import { Button, Divider, Dropdown, Popconfirm } from 'antd'
import { Fragment, useRef } from 'react'
import { canDo } from '../../session/may-do.ts'
import { useSession } from '../../session/session-store.ts'
import type { ListRow } from '../list-row.ts'
import type { RowAction } from '../row-action.ts'
import { confirmAction, runAction } from '../run-action.ts'
import type { ResourceList } from '../use-resource-list.ts'

interface Props {
  readonly row: ListRow
  readonly list: ResourceList
  readonly actions: readonly RowAction[]
}

/** First links, then 更多 with the rest (5-screens.md §1); what may not be done is not there. */
export function RowActions({ row, list, actions }: Props) {
  const moreButton = useRef<HTMLButtonElement>(null)
  const permissions = useSession((session) => session.permissions)
  const usable = actions.filter(
    (action) => (!action.permission || canDo(permissions, action.permission)) && (action.when?.(row) ?? true),
  )
  // A menu with a single entry is a detour.
  const links = usable.length <= 2 ? usable : usable.filter((action) => action.primary)
  const more = usable.filter((action) => !links.includes(action))
  return (
    <span className="row-actions">
      {links.map((action, index) => (
        <Fragment key={action.key}>
          {index > 0 && <Divider orientation="vertical" />}
          <RowLink action={action} row={row} list={list} />
        </Fragment>
      ))}
      {more.length > 0 && (
        <>
          {links.length > 0 && <Divider orientation="vertical" />}
          <Dropdown
            trigger={['hover', 'click']}
            menu={{
              items: more.map((action) => ({
                key: action.key,
                label: action.label,
                danger: action.danger ?? false,
                onClick: () => {
                  // The entry goes away; what opens now gives the focus back to the button.
                  moreButton.current?.focus()
                  start(action, row, list)
                },
              })),
            }}
          >
            <Button ref={moreButton} type="link" size="small" className="link">
              更多 <DownOutlined />
            </Button>
          </Dropdown>
        </>
      )}
    </span>
  )
}

function RowLink({ action, row, list }: { action: RowAction; row: ListRow; list: ResourceList }) {
  const text = questionOf(action, row)
  const link = (onClick?: () => void) => (
    <Button
      type="link"
      size="small"
      className="link"
      danger={action.danger ?? false}
      {...(onClick ? { onClick } : {})}
    >
      {action.label}
    </Button>
  )
  if (!text) return link(() => void runAction(() => action.run(row, list)))
  return (
    <Popconfirm
      title={text}
      okText="确定"
      cancelText="取消"
      onConfirm={() => runAction(() => action.run(row, list))}
    >
      {link()}
    </Popconfirm>
  )
}

/** From the menu, the question comes as a dialog: the entry it would hang on is gone. */
function start(action: RowAction, row: ListRow, list: ResourceList): void {
  const text = questionOf(action, row)
  if (text) confirmAction({ title: '提示', content: text }, () => action.run(row, list))
  else void runAction(() => action.run(row, list))
}

function questionOf(action: RowAction, row: ListRow): string | undefined {
  return typeof action.confirm === 'function' ? action.confirm(row) : action.confirm
}
