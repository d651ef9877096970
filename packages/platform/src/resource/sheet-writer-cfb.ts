const sector = 512
const entriesPerSector = sector / 4
/** FAT sectors that the file header itself can name; more are named in DIFAT sectors. */
const fatInHeader = 109
const entriesPerDifat = entriesPerSector - 1

const freeSector = 0xffff_ffff
const endOfChain = 0xffff_fffe
const fatSector = 0xffff_fffd
const difatSector = 0xffff_fffc

/** A stream shorter than this would have to live in the "mini stream"; ours is padded up to it instead. */
export const minStreamBytes = 4096

/**
 * Everything of a compound file (the container of .xls) that stands before its one stream `Workbook`: header,
 * allocation tables, directory. The stream's `size` bytes follow, padded to a whole sector of 512.
 */
export function compoundFileHead(size: number): Buffer {
  const streamSectors = Math.ceil(size / sector)
  let fatCount = 1
  let difatCount = 0
  for (;;) {
    difatCount = Math.max(0, Math.ceil((fatCount - fatInHeader) / entriesPerDifat))
    const needed = Math.ceil((difatCount + fatCount + 1 + streamSectors) / entriesPerSector)
    if (needed <= fatCount) break
    fatCount = needed
  }
  const firstFat = difatCount
  const directory = firstFat + fatCount
  const firstStream = directory + 1
  const file = Buffer.alloc((1 + firstStream) * sector)
  const at = (sectorNumber: number): number => (1 + sectorNumber) * sector

  writeHeader(file, { fatCount, difatCount, directory })
  for (let index = 0; index < fatInHeader; index++) {
    file.writeUInt32LE(index < fatCount ? firstFat + index : freeSector, 76 + index * 4)
  }
  for (let part = 0; part < difatCount; part++) {
    for (let index = 0; index < entriesPerDifat; index++) {
      const fat = fatInHeader + part * entriesPerDifat + index
      file.writeUInt32LE(fat < fatCount ? firstFat + fat : freeSector, at(part) + index * 4)
    }
    file.writeUInt32LE(part + 1 < difatCount ? part + 1 : endOfChain, at(part) + entriesPerDifat * 4)
  }
  for (let index = 0; index < fatCount * entriesPerSector; index++) {
    file.writeUInt32LE(chainEntry(index), at(firstFat) + index * 4)
  }
  writeDirectoryEntry(file, at(directory), {
    name: 'Root Entry',
    type: 5,
    child: 1,
    start: endOfChain,
    size: 0,
  })
  const stream = { name: 'Workbook', type: 2, child: freeSector, start: firstStream, size }
  writeDirectoryEntry(file, at(directory) + 128, stream)
  for (const unused of [2, 3]) {
    for (const link of [68, 72, 76]) file.writeUInt32LE(freeSector, at(directory) + unused * 128 + link)
  }
  return file

  function chainEntry(index: number): number {
    if (index < difatCount) return difatSector
    if (index < directory) return fatSector
    if (index === directory) return endOfChain
    const last = firstStream + streamSectors - 1
    return index < last ? index + 1 : index === last ? endOfChain : freeSector
  }
}

/** Zero bytes that must follow a stream of `size` bytes. */
export function streamPadding(size: number): Buffer {
  return Buffer.alloc((sector - (size % sector)) % sector)
}

function writeHeader(file: Buffer, head: { fatCount: number; difatCount: number; directory: number }): void {
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file, 0)
  file.writeUInt16LE(0x003e, 24)
  file.writeUInt16LE(0x0003, 26)
  file.writeUInt16LE(0xfffe, 28)
  file.writeUInt16LE(9, 30)
  file.writeUInt16LE(6, 32)
  file.writeUInt32LE(head.fatCount, 44)
  file.writeUInt32LE(head.directory, 48)
  file.writeUInt32LE(minStreamBytes, 56)
  file.writeUInt32LE(endOfChain, 60)
  file.writeUInt32LE(head.difatCount > 0 ? 0 : endOfChain, 68)
  file.writeUInt32LE(head.difatCount, 72)
}

function writeDirectoryEntry(
  file: Buffer,
  at: number,
  entry: { name: string; type: number; child: number; start: number; size: number },
): void {
  file.write(entry.name, at, 'utf16le')
  file.writeUInt16LE((entry.name.length + 1) * 2, at + 64)
  file.writeUInt8(entry.type, at + 66)
  file.writeUInt8(1, at + 67)
  file.writeUInt32LE(freeSector, at + 68)
  file.writeUInt32LE(freeSector, at + 72)
  file.writeUInt32LE(entry.child, at + 76)
  file.writeUInt32LE(entry.start, at + 116)
  file.writeUInt32LE(entry.size, at + 120)
}
