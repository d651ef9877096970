import { SaveOutlined } from '@ant-design/icons'
import { Button, Checkbox, Form, InputNumber, Tooltip } from 'antd'
import { useState } from 'react'
import type { AddSettings } from '../model/options.ts'

interface Props {
  readonly settings: AddSettings
  readonly rowCount: number
  onSave(settings: AddSettings): void
}

/** How many rows 新增 adds, where, and whether the table scrolls there (spec/2-data-entry.md §2, §5). */
export function AddSettingsForm({ settings, rowCount, onSave }: Props) {
  const [draft, setDraft] = useState(settings)
  return (
    <Form layout="vertical" size="small" className="et-settings">
      <Form.Item label="添加行数">
        <InputNumber
          aria-label="添加行数"
          min={1}
          max={1_000}
          precision={0}
          value={draft.addRowNum}
          onChange={(addRowNum) => setDraft({ ...draft, addRowNum: addRowNum ?? 1 })}
        />
      </Form.Item>
      <Form.Item label="添加位置" extra="0 = 最底部">
        <InputNumber
          aria-label="添加位置"
          min={0}
          max={rowCount}
          precision={0}
          value={draft.addIndex}
          onChange={(addIndex) => setDraft({ ...draft, addIndex: addIndex ?? 0 })}
        />
      </Form.Item>
      <Checkbox
        checked={draft.addScrollToBottom}
        onChange={(event) => setDraft({ ...draft, addScrollToBottom: event.target.checked })}
      >
        添加后滚动到底部
      </Checkbox>
      <Tooltip title="保存为默认值">
        <Button type="text" icon={<SaveOutlined />} aria-label="保存为默认值" onClick={() => onSave(draft)} />
      </Tooltip>
    </Form>
  )
}
