import type { EditableTableHandle } from '@suoan/ui/editable-table'
import { Alert, Button, Space } from 'antd'
import type { RefObject } from 'react'
import type { LiveTable } from './use-live-table.ts'
import './live-table.css'

interface Props {
  readonly live: LiveTable
  readonly handle: RefObject<EditableTableHandle | null>
}

/** What waits for the person in a live table: cells that two have changed, what was not stored, and a lost connection. */
export function LiveTableNotes({ live, handle }: Props) {
  const textOf = (id: string, key: string, value: unknown) => {
    const table = handle.current?.table
    const column = table?.column(key)
    const row = table?.store.row(id)
    return (column && row && table?.typeOf(column).text(value, column, row)) || '空'
  }
  const isQuiet = live.isOpen && live.conflicts.length === 0 && live.problems.length === 0
  return (
    <Space orientation="vertical" className="live-notes" hidden={isQuiet}>
      {!live.isOpen && (
        <Alert
          type="info"
          showIcon
          title="实时连接已断开，正在重新连接：他人的修改暂不显示，您的修改照常保存"
        />
      )}
      {live.conflicts.map((conflict) => {
        const { id, key, theirs, by } = conflict
        const table = handle.current?.table
        const title = `第 ${(table?.view.all.indexOf(id) ?? 0) + 1} 行“${table?.column(key)?.title ?? key}”`
        const mine = textOf(id, key, table?.store.row(id)?.[key])
        const isOpen = table?.openCell.cell?.id === id && table.openCell.cell.key === key
        return (
          <Alert
            key={`${id} ${key}`}
            type="warning"
            showIcon
            role="alert"
            title={
              isOpen
                ? `您正在编辑的${title}已被${by ?? '他人'}改为“${textOf(id, key, theirs)}”，输入完成后请选择保留哪一个`
                : `${title}：您填写“${mine}”，${by ?? '他人'}已保存“${textOf(id, key, theirs)}”，请选择保留哪一个`
            }
            action={
              !isOpen && (
                <Space>
                  <Button size="small" onClick={() => handle.current?.goTo({ id, key })}>
                    定位
                  </Button>
                  <Button size="small" onClick={() => live.choose(conflict, 'theirs')}>
                    用对方的
                  </Button>
                  <Button size="small" type="primary" onClick={() => live.choose(conflict, 'mine')}>
                    用我的
                  </Button>
                </Space>
              )
            }
          />
        )
      })}
      {live.problems.map((problem) => (
        <Alert
          key={problem.id}
          type="error"
          showIcon
          title={problem.text}
          action={
            <Space>
              <Button size="small" onClick={() => live.answer(problem, 'leave')}>
                放弃修改
              </Button>
              <Button size="small" type="primary" onClick={() => live.answer(problem, 'again')}>
                重试
              </Button>
            </Space>
          }
        />
      ))}
    </Space>
  )
}
