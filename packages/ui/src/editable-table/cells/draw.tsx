import type { ReactNode } from 'react'
import { Picture } from '../../picture/index.ts'
import { fileNameOf, pathsOf } from '../../stored-file/index.ts'
import { isChecked, partsOf } from '../model/cell-type.ts'
import type { Column } from '../model/column.ts'
import type { Row } from '../model/row.ts'
import type { TableContext } from '../view/context.ts'
import { uploadOf } from './upload-state.ts'

/** Rows from this height on, px, show two lines of a long text. */
export const twoLines = 48

/** File names are cut to this many characters (spec/2-data-entry.md §9). */
const nameLength = 5
const shortName = (name: string) =>
  [...name].length > nameLength ? `${[...name].slice(0, nameLength).join('')}…` : name

/**
 * What stands in a cell while nobody edits it: text for nearly every type, plain elements for the rest. No component of the
 * component library is drawn here; a screen holds hundreds of cells and has to scroll.
 */
export function drawValue(
  context: TableContext,
  row: Row,
  index: number,
  column: Column,
  isOpen: boolean,
): ReactNode {
  const { table } = context
  const value = table.value(row, column.key)
  const slot = context.slots[column.key]
  if (slot)
    return slot({
      row,
      index,
      value,
      column,
      isDisabled: !isOpen,
      set: (next) => table.set({ id: row.id, key: column.key }, next),
      setRow: (part) =>
        table.setMany(Object.entries(part).map(([key, next]) => ({ id: row.id, key, value: next }))),
    })
  switch (column.type) {
    case 'checkbox':
    case 'checkbox_meta':
      return (
        <span
          className={`et-box is-checkbox${isChecked(value, column) ? ' is-on' : ''}${isOpen ? '' : ' is-off'}`}
        />
      )
    case 'switch':
      return (
        <span className={`et-switch${isChecked(value, column) ? ' is-on' : ''}${isOpen ? '' : ' is-off'}`} />
      )
    case 'radio':
      return (
        <span className="et-radios" role="radiogroup" aria-label={column.title}>
          {(column.options ?? []).map((option) => (
            <span
              key={option.value}
              role="radio"
              aria-checked={String(value ?? '') === String(option.value)}
              data-act="radio"
              data-value={option.value}
              className="et-radio"
            >
              <span
                className={`et-box is-radio${String(value ?? '') === String(option.value) ? ' is-on' : ''}${isOpen ? '' : ' is-off'}`}
              />
              {option.text}
            </span>
          ))}
        </span>
      )
    case 'progress': {
      const percent = Math.max(0, Math.min(100, Number(value ?? 0)))
      return (
        <span className="et-progress" role="progressbar" aria-valuenow={percent}>
          <span className="et-bar">
            <span style={{ width: `${percent}%` }} />
          </span>
          {percent}%
        </span>
      )
    }
    case 'tags':
    case 'list_multi': {
      const parts =
        column.type === 'tags'
          ? String(value ?? '')
              .split(';')
              .filter(Boolean)
          : partsOf(value, column)
      if (parts.length === 0) return placeholder(column, isOpen)
      const texts = column.type === 'tags' ? parts : table.text(row, column).split('、')
      return texts.map((text) => (
        <span key={text} className="et-tag">
          {text}
        </span>
      ))
    }
    case 'upload':
    case 'file':
    case 'image':
      return drawFile(context, row, column, value, isOpen)
    default: {
      const text = table.text(row, column)
      if (text === '') return placeholder(column, isOpen)
      if (column.opensDetails)
        return (
          <button type="button" tabIndex={-1} className="et-link" data-act="details">
            {text}
          </button>
        )
      return column.type === 'textarea' && context.rowHeight >= twoLines ? (
        <span className="et-lines" title={text}>
          {text}
        </span>
      ) : (
        text
      )
    }
  }
}

const placeholder = (column: Column, isOpen: boolean): ReactNode =>
  isOpen && column.placeholder ? (
    <span className="et-hint">{column.placeholder.replace('${title}', column.title)}</span>
  ) : null

const uploadTexts = { upload: '点击上传', file: '上传文件', image: '上传图片' } as const

function drawFile(
  { table, ports }: TableContext,
  row: Row,
  column: Column & { readonly type: string },
  value: unknown,
  isOpen: boolean,
): ReactNode {
  const upload = uploadOf(table, { id: row.id, key: column.key })
  if (upload?.status === 'uploading')
    return <span className="et-upload is-busy">{`上传中… ${Math.round(upload.percent)}%`}</span>
  if (upload?.status === 'error')
    return (
      <span className="et-upload is-failed">
        <button
          type="button"
          tabIndex={-1}
          className="et-warning"
          data-act="upload-error"
          title={upload.message}
          aria-label={`上传失败：${upload.message}`}
        />
        {isOpen && (
          <button type="button" tabIndex={-1} data-act="upload" className="et-link">
            重试
          </button>
        )}
      </span>
    )
  const paths = pathsOf(value)
  const names = paths.map(fileNameOf)
  if (names.length === 0)
    return isOpen ? (
      <button type="button" tabIndex={-1} data-act="upload" className="et-button">
        {column.btnText ??
          (column.type === 'file'
            ? uploadTexts.file
            : column.type === 'image'
              ? uploadTexts.image
              : uploadTexts.upload)}
      </button>
    ) : null
  const [path] = paths
  return (
    <span className="et-upload" title={names.join('\n')}>
      {column.type === 'image' && ports.fileUrl && path !== undefined ? (
        <Picture className="et-thumb" alt={names[0] ?? ''} src={ports.fileUrl(path)} />
      ) : (
        <span className="et-clip" aria-hidden="true" />
      )}
      {shortName(names[0] ?? '')}
      {names.length > 1 && ` 等 ${names.length} 个`}
      <button
        type="button"
        tabIndex={-1}
        data-act="file-menu"
        className="et-gear"
        aria-label={`${names[0] ?? ''} 的操作`}
      />
    </span>
  )
}
