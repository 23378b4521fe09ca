import type { Locator, Page } from '@playwright/test'

/** Telegram's own view on a phone, as options of a test. */
export const telegram = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2',
}

/** Sets the global variable that Telegram's app sets on every page that it shows. */
export const insideTelegram = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: { postEvent() {} } }))

/** The link that opens the wallet's app. */
export const openLink = (modal: Locator) =>
  modal.getByRole('link', { name: 'Open and continue in a new browser tab' })
