/** The part of a picture in its own pixels as a square PNG of `side` px; throws when the picture cannot be read. */
export async function cutPicture(
  src: string,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  side: number,
): Promise<Blob> {
  const picture = new Image()
  picture.src = src
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser has no canvas')
  pen.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, side, side)
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture was not cut'))),
      'image/png',
    ),
  )
}
