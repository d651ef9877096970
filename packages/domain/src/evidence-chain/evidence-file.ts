/** An uploaded file that a person gives as evidence; times in epoch ms. */
export interface EvidenceFileFact {
  readonly uploaderId: string
  readonly uploadedAt: number
  readonly mediaType: string
  /** The content lies in the store and is what was uploaded. */
  readonly isStored: boolean
  /** What this file, or another upload of the same content, was evidence of before, `kind/id`; null when of nothing. */
  readonly usedFor: string | null
}

/** By whom, when and for what (`kind/id`) a file is given. */
export interface EvidenceAsked {
  readonly userId: string
  readonly subject: string
  readonly now: number
  /** Minutes between upload and use. */
  readonly withinMin: number
  /** The terminal signed the digest itself (an offline operation): then another person may have carried it in. */
  readonly isSignedByTerminal: boolean
}

/** Minutes between the upload of a photo and its use where no policy says otherwise. [D] */
export const evidenceMinutes = 30

/**
 * Why an uploaded file is no evidence here, in Chinese with what to do next; null when it is. A photo given to a ticket
 * or a warning exists, is a picture, was taken by who gives it, lately, and has proved nothing yet: neither for another ticket nor for another step or
 * person of this one (§3.5 LoWorkAttach, G13, G20, T47, T49).
 */
export function evidenceGap(file: EvidenceFileFact | null, asked: EvidenceAsked): string | null {
  if (file === null) return '照片没有上传成功或不存在，请重新拍照上传'
  if (!file.mediaType.startsWith('image/')) return '所附文件不是照片，请现场拍照上传'
  if (file.uploaderId !== asked.userId && !asked.isSignedByTerminal)
    return '照片由他人上传，请本人现场拍照上传'
  if (file.usedFor !== null)
    return file.usedFor === asked.subject
      ? '这张图已用于本作业的另一项记录，每项记录须单独拍照，每个签名须本人当场重新书写'
      : '照片已用于另一项作业的记录，请在本作业现场重新拍照'
  if (asked.now - file.uploadedAt > asked.withinMin * 60_000)
    return `照片上传已超过 ${asked.withinMin} 分钟，请在现场重新拍照`
  if (!file.isStored) return '照片文件已损坏或丢失，请重新拍照上传'
  return null
}
