/** What stands in an empty input: what to do there or, where nothing can be entered, that there is nothing. */
export const emptyHint = (asks: string, isDisabled: boolean | undefined): string =>
  isDisabled === true ? '—' : asks
