/** More names than this say no more about whom to call. */
const mostNames = 3

/** People by name, the first of them where there are many. */
export const someNames = (names: readonly string[]): string =>
  names.length <= mostNames
    ? names.join('、')
    : `${names.slice(0, mostNames).join('、')} 等 ${names.length} 人`

/** Who is to end an alarm, in words; `handlers` by name, empty where nobody in use can (G16, R11). */
export const closeAlarm = (alarm: string, handlers: readonly string[] = []): string =>
  `请${handlers.length === 0 ? '安全管理人员' : ` ${someNames(handlers)} `}处理并关闭报警：${alarm}`
