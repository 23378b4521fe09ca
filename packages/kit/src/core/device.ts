/** What the browser says it runs on; it may lie, so nothing but comfort depends on it. */
export type Device = {
  /** A phone or tablet: wallets are apps beside the browser, reached by links. */
  isPhone: boolean
  isIos: boolean
  /** Inside the Telegram app, which keeps pages in a view of its own. */
  isTelegram: boolean
  /** Safari on iOS: leaves a page's sockets behind when it goes to an app. */
  isIosSafari: boolean
}

/** Reads the device from the browser; a server is none of it. */
export function readDevice(): Device {
  const agent = globalThis.navigator?.userAgent ?? ''
  const isTouchMac = /Macintosh/.test(agent) && (globalThis.navigator?.maxTouchPoints ?? 0) > 1
  const isIos = /iPhone|iPad|iPod/.test(agent) || isTouchMac
  const isTelegram = typeof window !== 'undefined' && ('TelegramWebviewProxy' in window || 'Telegram' in window || 'TelegramWebview' in window)
  return {
    isPhone: isIos || /Android|Mobile/.test(agent),
    isIos,
    isTelegram,
    isIosSafari: isIos && /Safari/.test(agent) && !/CriOS|FxiOS|EdgiOS/.test(agent),
  }
}
