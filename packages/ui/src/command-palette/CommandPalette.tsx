import { SearchOutlined } from '@ant-design/icons'
import { Input, Spin } from 'antd'
import { useId, useState, type KeyboardEvent } from 'react'
import { AppModal } from '../modal/index.ts'
import './command-palette.css'

/** One thing that can be gone to or done. */
export interface PaletteEntry {
  /** Unlike all others of the palette. */
  readonly key: string
  readonly label: string
  /** What else tells it from the others. */
  readonly hint?: string
}

/** Entries of one kind under a heading. */
export interface PaletteGroup {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

interface Props {
  readonly groups: readonly PaletteGroup[]
  readonly words: string
  readonly placeholder: string
  /** Something is still being looked for. */
  readonly isLooking: boolean
  /** Said instead of "nothing found" when the search failed. */
  readonly problem?: string | undefined
  onWords(words: string): void
  onPick(key: string): void
  onClose(): void
}

/**
 * A line to type into and what it finds, by kinds. The focus stays in the line: arrows choose, Enter takes, Escape closes
 * (the combobox pattern of the ARIA practices).
 */
export function CommandPalette({
  groups,
  words,
  placeholder,
  isLooking,
  problem,
  onWords,
  onPick,
  onClose,
}: Props) {
  const id = useId()
  const all = groups.flatMap(({ entries }) => entries)
  const [chosen, setChosen] = useState<string | null>(null)
  // What was chosen may be gone with the next letter: then the first is.
  const place = Math.max(
    0,
    all.findIndex(({ key }) => key === chosen),
  )
  const active = all[place]
  const idOf = (key: string) => `${id}-${key}`

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && all.length > 0) {
      event.preventDefault()
      const next = all[(place + step + all.length) % all.length]
      if (!next) return
      setChosen(next.key)
      document.getElementById(idOf(next.key))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && active) {
      event.preventDefault()
      onPick(active.key)
    }
  }
  return (
    <AppModal
      open
      className="command-palette"
      width={640}
      footer={null}
      closable={false}
      title="快速前往"
      mask={{ closable: true }}
      centered={false}
      onCancel={onClose}
    >
      <Input
        autoFocus
        variant="borderless"
        size="large"
        prefix={<SearchOutlined />}
        suffix={isLooking ? <Spin size="small" /> : <span />}
        role="combobox"
        aria-label={placeholder}
        aria-expanded={all.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        {...(active ? { 'aria-activedescendant': idOf(active.key) } : {})}
        placeholder={placeholder}
        maxLength={100}
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={press}
      />
      <div id={id} role="listbox" aria-label="结果" className="command-palette-list">
        {groups.map(
          ({ title, entries }) =>
            entries.length > 0 && (
              <div key={title} role="group" aria-label={title}>
                <div className="command-palette-title" aria-hidden="true">
                  {title}
                </div>
                {entries.map(({ key, label, hint }) => (
                  <div
                    key={key}
                    id={idOf(key)}
                    role="option"
                    aria-selected={key === active?.key}
                    className={key === active?.key ? 'command-palette-active' : ''}
                    // The line keeps the focus.
                    onMouseDown={(event) => event.preventDefault()}
                    onMouseMove={() => setChosen(key)}
                    onClick={() => onPick(key)}
                  >
                    <span>{label}</span>
                    {hint && <small>{hint}</small>}
                  </div>
                ))}
              </div>
            ),
        )}
      </div>
      {all.length === 0 && !isLooking && (
        <p className="command-palette-none">{problem ?? '没有找到，请换一个词'}</p>
      )}
    </AppModal>
  )
}
