/**
 * The maximum length of the longer side, in pixels. In a larger picture, reading is slower and
 * finds no more codes.
 */
const largest = 1_600

/** Returns the text of the QR code in a picture. @throws Error with a sentence for people */
export async function readPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This file is no picture.')
  })
  try {
    return await readPixels(pixelsOf(bitmap))
  } finally {
    bitmap.close()
  }
}

function pixelsOf(bitmap: ImageBitmap): ImageData {
  const scale = Math.min(1, largest / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ]
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('This browser can not read pictures.')
  context.drawImage(bitmap, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}

/** Returns the text of the QR code in these pixels. @throws Error with a sentence for people */
async function readPixels(pixels: ImageData): Promise<string> {
  const { decodeQR } = await import('qr/decode.js')
  try {
    return decodeQR(pixels)
  } catch {
    throw new Error('There is no code in this picture that can be read.')
  }
}
