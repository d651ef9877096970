import { pino, type Logger } from 'pino'

/** Never leave the process, at any depth up to three: a WebSocket's token travels in `sec-websocket-protocol`. */
const secretNames = [
  'authorization',
  'x-access-token',
  'cookie',
  'set-cookie',
  'sec-websocket-protocol',
  'token',
  'password',
  'passwordHash',
  'oldPassword',
  'newPassword',
  'oldpassword',
  'newpassword',
  'confirmpassword',
  'adminPassword',
  'demoPassword',
  'databaseUrl',
  'databaseOwnerUrl',
  'redisUrl',
  'mqttUrl',
  'clientSecret',
  'mailUrl',
  'smscode',
  'captcha',
  'secret',
]

const paths = secretNames.flatMap((name) =>
  ['', '*.', '*.*.', '*.*.*.'].map((prefix) =>
    prefix === '' ? quoted(name) : `${prefix.slice(0, -1)}${bracketed(name)}`,
  ),
)

/** Structured logs as JSON lines, secrets replaced by `[已隐去]`. Goes to standard error, so that standard output stays readable. */
export function createLog(
  level: string,
  destination: { write(line: string): void } = process.stderr,
): Logger {
  return pino({ level, redact: { paths, censor: '[已隐去]' }, base: null }, destination)
}

function quoted(name: string): string {
  return /^\w+$/.test(name) ? name : bracketed(name)
}

function bracketed(name: string): string {
  return `["${name}"]`
}
