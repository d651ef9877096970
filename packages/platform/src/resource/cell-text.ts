import { restoreCell } from '@suoan/kit/sheet-cell'
import type * as XLSX from '@e965/xlsx'

/** The part of the library that knows the formats of numbers. */
type Formats = typeof XLSX.SSF

/** A text of a cell, without the apostrophe that our own sheets put before formula starters. */
export const textOf = (value: string): string => restoreCell(value)

/** A number as people read it. 15 digits are what Excel itself keeps; more would show 0.1 + 0.2. */
export const numberText = (value: number): string => String(Number(value.toPrecision(15)))

/** A day, a time or both of a number that is formatted as one: `YYYY-MM-DD`, `HH:mm:ss`. */
export function momentText(formats: Formats, serial: number, is1904: boolean): string {
  // @NOTE The library's types say any; these are the fields that its documentation names.
  const parts: { y: number; m: number; d: number; H: number; M: number; S: number } | null =
    formats.parse_date_code(serial, { date1904: is1904 })
  if (!parts) return String(serial)
  const two = (value: number): string => String(value).padStart(2, '0')
  const time = `${two(parts.H)}:${two(parts.M)}:${two(parts.S)}`
  if (serial < 1) return time
  const day = `${String(parts.y).padStart(4, '0')}-${two(parts.m)}-${two(parts.d)}`
  return time === '00:00:00' ? day : `${day} ${time}`
}
