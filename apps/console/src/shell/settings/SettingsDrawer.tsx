import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { AppDrawer } from '@suoan/ui/modal'
import { Divider, Radio, Select, Switch, Tooltip } from 'antd'
import { useSyncExternalStore, type ReactNode } from 'react'
import { hasLocalVoice, onVoices, speak } from '@suoan/console-base/notices/speech.ts'
import './settings.css'
import { useSettings } from '@suoan/console-base/settings/settings-store.ts'
import { choicesOf, palette } from '@suoan/console-base/settings/settings.ts'
import type { Settings } from '@suoan/console-base/settings/settings.ts'

/** How the console looks, live and remembered (5-screens.md §2.12). */
export function SettingsDrawer({ onClose }: { onClose(): void }) {
  const settings = useSettings()
  const { change } = settings
  const may = choicesOf(settings)
  return (
    <AppDrawer
      placement="right"
      size={300}
      closable={false}
      onClose={onClose}
      aria-label="系统设置"
      rootClassName="settings"
      drawerRender={(drawer) => (
        <>
          <button type="button" className="settings-handle" aria-label="关闭系统设置" onClick={onClose}>
            <CloseOutlined />
          </button>
          {drawer}
        </>
      )}
    >
      <Block title="整体风格设置">
        <Choice
          options={[
            { value: 'dark', title: '暗色菜单风格', look: 'menu-dark' },
            { value: 'light', title: '亮色菜单风格', look: 'menu-light' },
          ]}
          value={settings.menuTheme}
          onPick={(menuTheme) => change({ menuTheme })}
        />
      </Block>
      <Block title="主题色">
        <div className="settings-colours" role="radiogroup" aria-label="主题色">
          {palette.map(({ name, value }) => (
            <Tooltip key={value} title={name}>
              <button
                type="button"
                role="radio"
                aria-checked={settings.colour === value}
                aria-label={name}
                className="settings-colour"
                style={{ background: value }}
                onClick={() => change({ colour: value })}
              >
                {settings.colour === value && <CheckOutlined />}
              </button>
            </Tooltip>
          ))}
        </div>
      </Block>
      <Block title="导航模式">
        <Choice
          options={[
            { value: 'sidemenu', title: '侧边栏导航', look: 'nav-side' },
            { value: 'topmenu', title: '顶部栏导航', look: 'nav-top' },
          ]}
          value={settings.layout}
          onPick={(layout) => change({ layout })}
        />
        <Row label="内容区域宽度" hint="该设定仅 [顶部栏导航] 时有效">
          <Select
            size="small"
            aria-label="内容区域宽度"
            value={settings.contentWidth}
            options={[
              { value: 'Fixed' as const, label: '固定' },
              ...(may.fluid ? [{ value: 'Fluid' as const, label: '流式' }] : []),
            ]}
            onChange={(contentWidth) => change({ contentWidth })}
          />
        </Row>
        <Toggle name="fixedHeader" label="固定 Header" />
        <Toggle name="autoHideHeader" label="下滑时隐藏 Header" enabled={may.autoHideHeader} />
        <Toggle name="fixedSider" label="固定侧边菜单" enabled={may.fixedSider} />
      </Block>
      <Divider />
      <Block title="其他设置">
        <Toggle name="colourWeak" label="色弱模式" />
        <Toggle name="multiTab" label="多页签模式" />
        <Row label="明暗">
          <Radio.Group
            size="small"
            optionType="button"
            aria-label="明暗"
            value={settings.brightness}
            options={[
              { value: 'light', label: '亮' },
              { value: 'dark', label: '暗' },
              { value: 'system', label: '随系统' },
            ]}
            onChange={({ target }) => change({ brightness: target.value })}
          />
        </Row>
        <Row label="紧凑布局">
          <Switch
            size="small"
            aria-label="紧凑布局"
            checked={settings.density === 'compact'}
            onChange={(compact) => change({ density: compact ? 'compact' : 'middle' })}
          />
        </Row>
        <ReadAloud />
      </Block>
    </AppDrawer>
  )
}

/** Says so where no voice of this machine can read: the text would have to leave the plant (security.md V27). */
function ReadAloud() {
  const checked = useSettings((settings) => settings.readAloud)
  const change = useSettings((settings) => settings.change)
  const canRead = useSyncExternalStore(onVoices, hasVoice)
  return (
    <>
      <Row label="语音播报新消息">
        <Switch
          size="small"
          aria-label="语音播报新消息"
          aria-describedby="read-aloud-hint"
          checked={checked}
          onChange={(readAloud) => {
            change({ readAloud })
            // Heard at once, and a browser lets a page speak only after somebody has touched it.
            if (readAloud) speak('已开启语音播报')
          }}
        />
      </Row>
      <p id="read-aloud-hint" className="settings-hint">
        {canRead
          ? '由本机语音朗读消息标题，内容不会离开本机。'
          : '本机没有中文语音，暂时只有提示音；在操作系统中安装中文语音后即可朗读。'}
      </p>
    </>
  )
}

const hasVoice = () => hasLocalVoice()

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="settings-block">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Row({
  label,
  hint,
  off,
  children,
}: {
  label: string
  hint?: string
  off?: boolean
  children: ReactNode
}) {
  const text = <span className={off ? 'settings-off' : ''}>{label}</span>
  return (
    <div className="settings-row">
      {hint ? <Tooltip title={hint}>{text}</Tooltip> : text}
      {children}
    </div>
  )
}

type Switchable = 'fixedHeader' | 'autoHideHeader' | 'fixedSider' | 'colourWeak' | 'multiTab'

function Toggle({ name, label, enabled = true }: { name: Switchable; label: string; enabled?: boolean }) {
  const checked = useSettings((settings) => settings[name])
  const change = useSettings((settings) => settings.change)
  return (
    <Row label={label} off={!enabled}>
      <Switch
        size="small"
        aria-label={label}
        disabled={!enabled}
        checked={checked}
        onChange={(on) => change({ [name]: on } satisfies Partial<Settings>)}
      />
    </Row>
  )
}

interface Option<T extends string> {
  readonly value: T
  readonly title: string
  readonly look: string
}

/** Two small drawings of which one is in force. */
function Choice<T extends string>({
  options,
  value,
  onPick,
}: {
  options: readonly Option<T>[]
  value: T
  onPick(value: T): void
}) {
  return (
    <div className="settings-thumbs" role="radiogroup">
      {options.map((option) => (
        <Tooltip key={option.value} title={option.title}>
          <button
            type="button"
            role="radio"
            aria-checked={value === option.value}
            aria-label={option.title}
            className={`settings-thumb ${option.look}`}
            onClick={() => onPick(option.value)}
          >
            {value === option.value && <CheckOutlined />}
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
