import { SettingOutlined } from '@ant-design/icons'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { IconDialog } from './IconDialog.tsx'
import './icon-picker.css'

export interface IconPickerProps {
  /** Name of the icon; empty for none. */
  readonly value?: string
  onChange?(name: string): void
  /** Draws an icon by its name. */
  icon(name: string): ReactNode
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly id?: string
}

/** The name of an icon with its drawing before it, and a gear that opens the icons to choose from (5-screens.md §6.4). */
export function IconPicker({
  value = '',
  onChange,
  icon,
  disabled = false,
  placeholder = '请选择图标',
  id,
}: IconPickerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Space.Compact block>
        <Input
          {...(id === undefined ? {} : { id })}
          allowClear
          disabled={disabled}
          placeholder={placeholder}
          prefix={value === '' ? null : icon(value)}
          value={value}
          onChange={(event) => onChange?.(event.target.value.trim())}
        />
        <Button
          aria-label="选择图标"
          icon={<SettingOutlined />}
          disabled={disabled}
          onClick={() => setOpen(true)}
        />
      </Space.Compact>
      {isOpen && (
        <IconDialog
          initial={value}
          onConfirm={(name) => {
            onChange?.(name)
            setOpen(false)
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  )
}
