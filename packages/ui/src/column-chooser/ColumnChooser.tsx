import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  VerticalLeftOutlined,
  VerticalRightOutlined,
} from '@ant-design/icons'
import { Button, Checkbox, Segmented } from 'antd'
import type { ReactNode } from 'react'
import './column-chooser.css'
import {
  canMove,
  chooserOrder,
  moveColumn,
  pinColumn,
  shownColumns,
  toggleColumn,
  usualColumns,
  type ColumnPreferences,
  type Density,
  type OfferedColumn,
  type PinSide,
} from '../column-preferences/index.ts'

interface Props {
  readonly offered: readonly OfferedColumn[]
  readonly preferences: ColumnPreferences
  onChange(preferences: ColumnPreferences): void
}

const densities: { value: Density; label: string }[] = [
  { value: 'wide', label: '宽松' },
  { value: 'middle', label: '适中' },
  { value: 'small', label: '紧凑' },
]

const pinSides: { side: PinSide; label: string; icon: ReactNode }[] = [
  { side: 'left', label: '固定在左', icon: <VerticalRightOutlined /> },
  { side: 'right', label: '固定在右', icon: <VerticalLeftOutlined /> },
]

/** 自定义列: which columns a list shows, in which order, which stay at an edge, and how high its rows are (5-screens.md §4). */
export function ColumnChooser({ offered, preferences, onChange }: Props) {
  const shown = shownColumns(preferences, offered)
  return (
    <div className="column-chooser">
      <Segmented<Density>
        block
        size="small"
        aria-label="行高"
        options={densities}
        value={preferences.density}
        onChange={(density) => onChange({ ...preferences, density })}
      />
      <ul aria-label="自定义列">
        {chooserOrder(preferences, offered).map(({ key, title }) => {
          const isShown = shown.includes(key)
          return (
            <li key={key}>
              <Checkbox
                checked={isShown}
                disabled={isShown && shown.length === 1}
                onChange={() => onChange(toggleColumn(preferences, offered, key))}
              >
                {title}
              </Checkbox>
              {isShown && (
                <span>
                  {pinSides.map(({ side, label, icon }) => (
                    <Button
                      key={side}
                      type={preferences.pins[key] === side ? 'link' : 'text'}
                      size="small"
                      icon={icon}
                      title={label}
                      aria-label={`${title} ${label}`}
                      aria-pressed={preferences.pins[key] === side}
                      onClick={() => onChange(pinColumn(preferences, key, side))}
                    />
                  ))}
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined />}
                    aria-label={`${title} 前移`}
                    disabled={!canMove(preferences, offered, key, -1)}
                    onClick={() => onChange(moveColumn(preferences, offered, key, -1))}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowDownOutlined />}
                    aria-label={`${title} 后移`}
                    disabled={!canMove(preferences, offered, key, 1)}
                    onClick={() => onChange(moveColumn(preferences, offered, key, 1))}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <p>拖动表头右边可以改列宽</p>
      <Button size="small" block onClick={() => onChange(usualColumns)}>
        恢复默认
      </Button>
    </div>
  )
}
