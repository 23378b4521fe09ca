import type { Locator } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'

/** Reads a code on the screen like a scanner. */
export async function readCode(picture: Locator): Promise<string> {
  const shot = await picture.screenshot()
  const pixels = await picture.page().evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0)
    const { width, height, data: bytes } = context.getImageData(0, 0, image.width, image.height)
    return { width, height, data: [...bytes] }
  }, shot.toString('base64'))
  return decodeQR({ ...pixels, data: Uint8Array.from(pixels.data) })
}
