/** Hands a blob to the browser's download under a name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
