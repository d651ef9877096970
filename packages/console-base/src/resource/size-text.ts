const step = 1024

/** The size of a file for people, in KB, MB or GB: `1 KB`, `3.2 MB`. What holds anything is never nothing. */
export function sizeText(bytes: number): string {
  if (bytes < step ** 2) return `${Math.ceil(bytes / step)} KB`
  return bytes < step ** 3 ? `${(bytes / step ** 2).toFixed(1)} MB` : `${(bytes / step ** 3).toFixed(1)} GB`
}
