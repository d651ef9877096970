import { Segmented, Select } from 'antd'
import { palette } from '@suoan/console-base/settings/settings.ts'
import type { Settings } from '@suoan/console-base/settings/settings.ts'
import { useSettings } from '@suoan/console-base/settings/settings-store.ts'
import { Rows } from './Rows.tsx'

/** 个性化: the same choices as the settings drawer, kept on this browser. */
export function CustomSetting() {
  const settings = useSettings()
  return (
    <Rows
      rows={[
        {
          key: 'brightness',
          title: '风格配色',
          text: '页面的明暗，“跟随系统”按电脑或手机的设置切换。',
          action: (
            <Segmented<Settings['brightness']>
              aria-label="风格配色"
              value={settings.brightness}
              onChange={(brightness) => settings.change({ brightness })}
              options={[
                { value: 'light', label: '白色' },
                { value: 'dark', label: '暗色' },
                { value: 'system', label: '跟随系统' },
              ]}
            />
          ),
        },
        {
          key: 'colour',
          title: '主题色',
          text: '按钮、链接和选中项的颜色。',
          action: (
            <Select
              aria-label="主题色"
              className="account-colour"
              value={settings.colour}
              onChange={(colour) => settings.change({ colour })}
              options={palette.map(({ name, value }) => ({ value, label: name }))}
            />
          ),
        },
        {
          key: 'density',
          title: '表格密度',
          text: '紧凑时一屏能看到更多行。',
          action: (
            <Segmented<Settings['density']>
              aria-label="表格密度"
              value={settings.density}
              onChange={(density) => settings.change({ density })}
              options={[
                { value: 'middle', label: '适中' },
                { value: 'compact', label: '紧凑' },
              ]}
            />
          ),
        },
      ]}
    />
  )
}
