import { fileURLToPath } from 'node:url'

/** The root of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** One line for whoever watches the run. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)
