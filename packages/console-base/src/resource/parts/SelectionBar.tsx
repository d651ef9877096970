import { Alert, Button } from 'antd'

/** 已选择 n 项 清空, above the table (5-screens.md §1). */
export function SelectionBar({ count, onClear }: { count: number; onClear(): void }) {
  if (count === 0) return null
  return (
    <Alert
      className="selection"
      type="info"
      showIcon
      title={
        <>
          已选择 <b>{count}</b> 项
          <Button type="link" size="small" className="link" onClick={onClear}>
            清空
          </Button>
        </>
      }
    />
  )
}
