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

/** A picture as it was decoded: its sides in pixels, and how far its darkest place is from its lightest (0 … 255). */
export interface PictureFact {
  readonly width: number
  readonly height: number
  readonly contrast: number
}

/** Pixels of each side below which a photo shows nothing that could be judged later. [D] */
const leastPhotoSide = 200

/** Pixels of the sides of a field that was signed in, and the contrast of a stroke on it. [D] */
const leastHandwriting = { width: 100, height: 40, contrast: 50 }

/**
 * Why a picture shows nothing that could be evidence, in Chinese with what to do next; null when it may. `picture` is
 * null for a file that cannot be decoded, whatever its first bytes say (G13, G20).
 */
export function pictureGap(picture: PictureFact | null, isHandwriting: boolean): string | null {
  if (picture === null) return '照片文件打不开，不是完整的图片，请重新拍照上传'
  const { width, height, contrast } = picture
  if (isHandwriting) {
    const least = leastHandwriting
    const isField = width >= least.width && height >= least.height
    return isField && contrast >= least.contrast ? null : '签名图上没有笔迹，请本人在屏幕上重新签名'
  }
  if (width < leastPhotoSide || height < leastPhotoSide)
    return `照片太小（${width}×${height}），至少 ${leastPhotoSide}×${leastPhotoSide} 像素，请在现场重新拍照`
  return contrast === 0 ? '照片只有一种颜色，看不出现场情况，请重新拍照' : null
}
