import { createInterface } from 'node:readline/promises'
import path from 'node:path'
import type { Config } from '@suoan/platform/config'
import { BackupError } from '@suoan/platform/backup/archive'
import { backup } from './backup.ts'
import { doctor } from './doctor/index.ts'
import { restore, undoRestore, verifyBackup } from './restore.ts'

/** Runs one operation; answers whether all is well (exit status 0). Throws what `main.ts` explains. */
type Operation = (config: Config, args: readonly string[], say: (text: string) => void) => Promise<boolean>

/** What an operator does from outside, by the word that asks for it. */
export const operations: Readonly<Record<string, Operation>> = {
  '--backup': (config, args, say) => backup(config, fileIn(args), say),
  '--verify': async (config, args, say) => {
    await verifyBackup(config, mustFile(args), say)
    return true
  },
  '--restore': async (config, args, say) => {
    if (args.includes('--undo')) return await undoRestore(config, say, Date.now())
    return await restore(config, {
      file: mustFile(args),
      anyway: args.includes('--anyway'),
      say,
      confirm: async (question) => args.includes('--yes') || (await asked(question, say)),
      now: Date.now,
    })
  },
  '--doctor': (config, _, say) => doctor(config, say),
}

const fileIn = (args: readonly string[]): string | undefined => args.find((word) => !word.startsWith('--'))

function mustFile(args: readonly string[]): string {
  const file = fileIn(args)
  if (file === undefined)
    throw new BackupError(
      '请写出备份文件，例如 npm run restore -- data/backups/backup-20261126-020000.tar.gz',
    )
  return path.resolve(file)
}

/** Asks on the terminal; without one there is nobody to say yes. */
async function asked(question: string, say: (text: string) => void): Promise<boolean> {
  say(question)
  if (!process.stdin.isTTY) {
    say('没有终端可以确认：请加上 --yes 再执行一次。')
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question('确认请输入“恢复”：')).trim() === '恢复'
  } finally {
    terminal.close()
  }
}
