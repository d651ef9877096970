const kilobyte = 1024

/** Bytes as people read them: `12 KB`, `3.4 MB`. */
export const fileSizeText = (bytes: number): string =>
  bytes < kilobyte * kilobyte
    ? `${Math.max(1, Math.round(bytes / kilobyte))} KB`
    : `${(bytes / kilobyte / kilobyte).toFixed(1)} MB`
