import { createHash } from 'node:crypto'

/** What the events of a ticket changed in its rows, in order: `_rows` of each row of its chain. */
export function changesOf(ticket) {
  return (ticket?.rows ?? []).flatMap(({ seq, row }) => {
    const said = row === null ? null : JSON.parse(row)
    const rows = said?.diff?._rows
    return rows ? [{ seq, rows }] : []
  })
}

/** PH01: every photo that the chain names lies in the package, with the digest the chain keeps. Answers how many. */
export function checkPhotos(files, ticket, say) {
  let count = 0
  for (const { seq, rows } of changesOf(ticket))
    for (const file of Object.values(rows.files ?? {})) {
      if (!file?.path || !file.sha256) continue
      count += 1
      const content = files.get(`files/${file.path}`)
      if (!content) say('PH01', `第 ${seq} 行登记的照片 ${file.path} 不在证据包中`)
      else if (createHash('sha256').update(content).digest('hex') !== file.sha256)
        say('PH01', `第 ${seq} 行登记的照片 ${file.path} 与链中摘要不符（被替换）`)
    }
  return count
}
