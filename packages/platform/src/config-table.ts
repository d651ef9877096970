import { settings } from './config.ts'

/** One printed row of the configuration: variable, default as one would write it, what it means. */
export interface SettingRow {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
}

/** Every variable in the schema's order. */
function settingRows(): SettingRow[] {
  const defaults: Readonly<Record<string, unknown>> = settings.parse({})
  return Object.entries(settings.shape).map(([name, schema]) => ({
    name,
    fallback: written(name, defaults[name]),
    meaning: schema.description ?? '',
  }))
}

/** The table as README shows it. */
export function markdownTable(): string {
  const rows = settingRows().map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning.replaceAll('|', '\\|')} |`,
  )
  return ['| 变量 | 默认值 | 含义 |', '|---|---|---|', ...rows].join('\n')
}

/** What `npm start -- --help` prints. */
export function helpText(): string {
  const rows = settingRows()
  const nameWidth = Math.max(...rows.map((row) => row.name.length))
  const fallbackWidth = Math.max(...rows.map((row) => row.fallback.length))
  const lines = rows.map(
    (row) => `  ${row.name.padEnd(nameWidth)}  ${row.fallback.padEnd(fallbackWidth)}  ${row.meaning}`,
  )
  return ['用法：npm start            （配置全部来自环境变量，例如 PORT=9000 npm start）', '', ...lines].join(
    '\n',
  )
}

function written(name: string, value: unknown): string {
  if (['LOGIN_CAPTCHA', 'SIGN_REQUIRED', 'S3_PATH_STYLE', 'UPGRADE_BACKUP'].includes(name))
    return value === true ? 'on' : 'off'
  if (typeof value === 'boolean') return value ? '1' : '0'
  return value === undefined ? '' : String(value)
}
