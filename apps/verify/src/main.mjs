#!/usr/bin/env node
/**
 * Checks an evidence package of 锁安 offline: `node apps/verify/src/main.mjs package.zip [--key public.pem]`.
 * A program of its own: it shares no line with the server, so that the two can only agree by being right.
 * Ends with 0 when everything holds, 1 when something does not, 2 when the file is no evidence package.
 */
import { readFileSync } from 'node:fs'
import { readArchive } from './archive.mjs'
import { checkPackage } from './package.mjs'

function run(args) {
  const keyAt = args.indexOf('--key')
  const keyFile = keyAt < 0 ? null : args[keyAt + 1]
  const [file] = args.filter((_, index) => keyAt < 0 || (index !== keyAt && index !== keyAt + 1))
  if (!file || keyFile === undefined) {
    process.stderr.write('用法：node main.mjs 证据包.zip [--key 公钥.pem]\n')
    return 2
  }
  let files
  try {
    files = readArchive(readFileSync(file))
  } catch (error) {
    process.stderr.write(`不是可以校验的证据包：${error.message}\n`)
    return 2
  }
  const { breaks, notes, summary } = checkPackage(
    files,
    keyFile === null ? null : readFileSync(keyFile, 'utf8'),
  )
  for (const line of summary) process.stdout.write(`${line}\n`)
  for (const note of notes) process.stdout.write(`提示：${note}\n`)
  if (breaks.length === 0) {
    process.stdout.write('结论：校验通过，记录完整，未发现改动。\n')
    return 0
  }
  const [first] = breaks
  process.stdout.write(`结论：校验不通过，共 ${breaks.length} 处。\n第一处：[${first.rule}] ${first.text}\n`)
  for (const { rule, text } of breaks.slice(1, 50)) process.stdout.write(`其余：[${rule}] ${text}\n`)
  return 1
}

process.exitCode = run(process.argv.slice(2))
