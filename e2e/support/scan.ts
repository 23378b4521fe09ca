import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import { script } from './phone.ts'
import { accountButtonOf, modalOf, openConnect, walletRowOf } from './site.ts'

/** Opens the demo and the QR code for a phone. */
export async function openCode(page: Page, { demo }: { demo: string }, query = 'wallet=two'): Promise<void> {
  const modal = await openConnect(page, `${demo}/?${query}`)
  await walletRowOf(modal, /^WalletConnect/).click()
  await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
}

/** Reads the picture of the shown code like a scanner. */
export async function scan(page: Page): Promise<string> {
  const picture = await modalOf(page).getByRole('img', { name: /^QR code/ }).screenshot()
  const pixels = await page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0)
    const { width, height, data: bytes } = context.getImageData(0, 0, image.width, image.height)
    // as text, because Playwright processes every element of a list
    const texts = Array.from({ length: height }, (_, y) => String.fromCharCode(...bytes.subarray(y * width * 4, (y + 1) * width * 4)))
    return { width, height, data: btoa(texts.join('')) }
  }, picture.toString('base64'))
  return decodeQR({ ...pixels, data: Uint8Array.from(Buffer.from(pixels.data, 'base64')) })
}

/** Connects by code: the phone scans and approves. */
export async function connectPhone(page: Page, phone: Page, devnet: { demo: string }): Promise<void> {
  await openCode(page, devnet)
  await script(phone, 'pair', await scan(page))
  await script(phone, 'approve')
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modalOf(page)).toBeHidden()
}
