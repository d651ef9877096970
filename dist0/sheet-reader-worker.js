import { parentPort, workerData } from 'node:worker_threads'
import * as XLSX from '@e965/xlsx'
var guarded = /^'+[=+\-@\t\r\n]/
var restoreCell = (text) => (guarded.test(text) ? text.slice(1) : text)
import { inflateRawSync } from 'node:zlib'
var damaged =
  '\u6587\u4EF6\u5DF2\u635F\u574F\uFF0C\u8BF7\u91CD\u65B0\u4FDD\u5B58\u4E3A.xlsx\u540E\u518D\u5BFC\u5165'
var tooLarge =
  '\u6587\u4EF6\u89E3\u538B\u540E\u7684\u5185\u5BB9\u8FC7\u5927\uFF0C\u8BF7\u62C6\u5206\u540E\u518D\u5BFC\u5165'
function checkArchive(bytes, limits) {
  const directory = findDirectory(bytes)
  if (!directory) return damaged
  if (directory.entries > limits.zipEntries)
    return '\u6587\u4EF6\u5305\u542B\u7684\u5185\u5BB9\u8FC7\u591A\uFF0C\u8BF7\u53E6\u5B58\u4E3A\u65B0\u7684.xlsx\u6587\u4EF6\u540E\u518D\u5BFC\u5165'
  let at = directory.offset
  let total = 0
  for (let index = 0; index < directory.entries; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 33639248) return damaged
    const method = bytes.readUInt16LE(at + 10)
    const packed = bytes.readUInt32LE(at + 20)
    const local = bytes.readUInt32LE(at + 42)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== 67324752) return damaged
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    if (start + packed > bytes.length) return damaged
    const room = limits.unpackedBytes - total
    const size =
      method === 0 ? packed : method === 8 ? unpackedSize(bytes.subarray(start, start + packed), room) : -1
    if (size < 0) return damaged
    if (size > room) return tooLarge
    if (size > 1024 * 1024 && size > packed * limits.zipRatio) return tooLarge
    total += size
  }
  return void 0
}
function findDirectory(bytes) {
  const least = Math.max(0, bytes.length - 22 - 65535)
  for (let at = bytes.length - 22; at >= least; at--) {
    if (bytes.readUInt32LE(at) !== 101010256) continue
    const entries = bytes.readUInt16LE(at + 10)
    const offset = bytes.readUInt32LE(at + 16)
    return entries === 65535 || offset === 4294967295 ? void 0 : { entries, offset }
  }
  return void 0
}
function unpackedSize(packed, room) {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, room) }).length
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : void 0
    if (code === 'ERR_BUFFER_TOO_LARGE') return room + 1
    if (typeof code === 'string' && code.startsWith('Z_')) return -1
    throw error
  }
}
var unreadable =
  '\u65E0\u6CD5\u8BFB\u53D6\u8BE5\u6587\u4EF6\uFF0C\u8BF7\u786E\u8BA4\u662F\u672A\u52A0\u5BC6\u3001\u672A\u635F\u574F\u7684Excel\u6587\u4EF6\uFF08.xls\u6216.xlsx\uFF09'
function parseSheet(bytes, limits) {
  const archiveProblem = isZip(bytes) ? checkArchive(bytes, limits) : void 0
  if (archiveProblem !== void 0) return { ok: false, message: archiveProblem }
  const sheet = firstSheet(bytes)
  if (!sheet) return { ok: false, message: unreadable }
  return rowsOf(sheet.cells, sheet.is1904, limits)
}
var MOST_HEAD = 10
function firstSheet(bytes) {
  const options = {
    dense: true,
    sheets: 0,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
  }
  try {
    const book =
      isZip(bytes) || isCompound(bytes)
        ? XLSX.read(bytes, { ...options, type: 'buffer' })
        : readText(textOf(bytes), options)
    const name = book?.SheetNames[0]
    const sheet = name === void 0 ? void 0 : book?.Sheets[name]
    const cells =
      sheet?.[
        '\
!data'
      ] ?? (sheet ? [] : void 0)
    return Array.isArray(cells) ? { cells, is1904: book?.Workbook?.WBProps?.date1904 === true } : void 0
  } catch (error) {
    if (error instanceof Error) return void 0
    throw error
  }
}
function readText(text, options) {
  if (text === void 0 || text.includes('\0')) return void 0
  return XLSX.read(text, { ...options, type: 'string', raw: true })
}
function textOf(bytes) {
  const marks = [
    [[255, 254], 'utf-16le'],
    [[254, 255], 'utf-16be'],
    [[239, 187, 191], 'utf-8'],
  ]
  const marked = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))
  for (const encoding of marked ? [marked[1]] : ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  return void 0
}
function rowsOf(cells, is1904, limits) {
  const rows = []
  for (let index = 0; index < cells.length; index++) {
    const row = []
    for (const [column, cell] of cells[index]?.entries() ?? []) {
      const text = cell ? cellText(cell, is1904) : ''
      if (text === '') continue
      if (column >= limits.columns) {
        return {
          ok: false,
          message: `\u7B2C${index + 1}\u884C\u7684\u5217\u6570\u8D85\u8FC7${
            limits.columns
          }\u5217\uFF0C\u8BF7\u5220\u9664\u591A\u4F59\u7684\u5217\u540E\u518D\u5BFC\u5165`,
        }
      }
      while (row.length < column) row.push('')
      row.push(text)
    }
    if (row.length === 0) continue
    if (index >= limits.rows + MOST_HEAD)
      return {
        ok: false,
        message: `\u6570\u636E\u8D85\u8FC7${limits.rows}\u884C\uFF0C\u8BF7\u62C6\u5206\u540E\u518D\u5BFC\u5165`,
      }
    while (rows.length < index) rows.push([])
    rows.push(row)
  }
  if (rows.length === 0)
    return {
      ok: false,
      message: '\u6587\u4EF6\u4E2D\u6CA1\u6709\u6570\u636E\uFF0C\u8BF7\u586B\u5199\u540E\u518D\u5BFC\u5165',
    }
  return { ok: true, rows }
}
function cellText(cell, is1904) {
  const { v: value } = cell
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return cell.t === 'e' ? '' : restoreCell(value)
  if (typeof value !== 'number' || cell.t === 'e') return ''
  if (cell.z !== void 0 && XLSX.SSF.is_date(String(cell.z))) return momentText(value, is1904)
  return String(Number(value.toPrecision(15)))
}
function momentText(serial, is1904) {
  const parts = XLSX.SSF.parse_date_code(serial, { date1904: is1904 })
  if (!parts) return String(serial)
  const two = (value) => String(value).padStart(2, '0')
  const time = `${two(parts.H)}:${two(parts.M)}:${two(parts.S)}`
  if (serial < 1) return time
  const day = `${String(parts.y).padStart(4, '0')}-${two(parts.m)}-${two(parts.d)}`
  return time === '00:00:00' ? day : `${day} ${time}`
}
function isZip(bytes) {
  return bytes.length > 4 && bytes.readUInt32LE(0) === 67324752
}
function isCompound(bytes) {
  return (
    bytes.length > 8 &&
    bytes.subarray(0, 8).toString('hex') ===
      'd\
0cf11e0a1b11ae1'
  )
}
var job = workerData
parentPort?.postMessage(parseSheet(Buffer.from(job.bytes.buffer), job.limits))
//# sourceMappingURL=sheet-reader-worker.js.map
