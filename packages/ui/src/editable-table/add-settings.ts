import { usualAddSettings, type AddSettings } from './model/options.ts'

/** The fixed key the settings of adding are kept under (spec/2-data-entry.md §2). */
const key = 'SUOAN_TABLE_ADD_SETTINGS'

/** The settings this browser keeps; the usual ones where none can be read. */
export function readAddSettings(storage: Pick<Storage, 'getItem'>): AddSettings {
  const text = storage.getItem(key)
  if (text === null) return usualAddSettings
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null) return usualAddSettings
    const { addRowNum, addIndex, addScrollToBottom } = { ...usualAddSettings, ...kept }
    return {
      addRowNum: Number.isInteger(addRowNum) && addRowNum >= 1 ? addRowNum : 1,
      addIndex: Number.isInteger(addIndex) && addIndex >= 0 ? addIndex : 0,
      addScrollToBottom: Boolean(addScrollToBottom),
    }
  } catch (error) {
    if (error instanceof SyntaxError) return usualAddSettings
    throw error
  }
}

export const keepAddSettings = (storage: Pick<Storage, 'setItem'>, settings: AddSettings): void =>
  storage.setItem(key, JSON.stringify(settings))
