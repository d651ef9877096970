import { readFileSync, writeFileSync } from 'node:fs'
import { markdownTable } from '@suoan/platform/config-table'

/** Writes the configuration table of README from the schema. */
const file = new URL('../../../README.md', import.meta.url)
writeFileSync(
  file,
  readFileSync(file, 'utf8').replace(/^\| 变量 \|.*(?:\n\|.*)*/m, () => markdownTable()),
)
