// npm run backup | restore | verify | doctor: the built server, asked for one operation; it serves nobody meanwhile.
import path from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { node } from './stages.mjs'

const [operation, ...rest] = process.argv.slice(2)
await bootstrap()
process.exit(await node(path.join(root, 'dist/server.js'), [`--${operation}`, ...rest]))
