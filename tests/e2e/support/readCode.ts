import { expect, type Locator } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'

/**
 * Reads a code on the screen like a scanner. Repeats until the code is readable, because a picture
 * of a moving screen is not.
 */
export async function readCode(picture: Locator): Promise<string> {
  let text = ''
  await expect(async () => {
    text = await look(picture)
  }).toPass({ timeout: 15_000 })
  return text
}

async function look(picture: Locator): Promise<string> {
  const shot = await picture.screenshot()
  const { width, height, data } = await picture.page().evaluate(async (png) => {
    const image = await createImageBitmap(
      await (await fetch(`data:image/png;base64,${png}`)).blob(),
    )
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0)
    const { width, height, data: bytes } = context.getImageData(0, 0, image.width, image.height)
    // as text, because Playwright processes every element of a list by itself, which is slow
    const lines = Array.from({ length: height }, (_, y) =>
      String.fromCharCode(...bytes.subarray(y * width * 4, (y + 1) * width * 4)),
    )
    return { width, height, data: btoa(lines.join('')) }
  }, shot.toString('base64'))
  return decodeQR({ width, height, data: Uint8Array.from(Buffer.from(data, 'base64')) })
}
