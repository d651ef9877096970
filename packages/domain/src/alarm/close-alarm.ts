/** Who is to end an alarm, in words; `handlers` by name, empty where nobody in use can (G16, R11). */
export const closeAlarm = (alarm: string, handlers: readonly string[] = []): string =>
  `请${handlers.length === 0 ? '安全管理人员' : ` ${handlers.join('、')} `}处理并关闭报警：${alarm}`
