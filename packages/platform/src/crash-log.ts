import type { Logger } from 'pino'

/**
 * Writes an error that nobody caught, or a rejected promise that nobody awaited, into the log before it ends the process.
 * That it ends stays as Node has it: what was being done is not known any more, and whoever started the server starts it
 * again (docs/operations.md).
 */
export function logCrash(log: Pick<Logger, 'fatal'>): void {
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    log.fatal({ err: error, origin }, 'the process ends: an error that nobody caught')
  })
}
