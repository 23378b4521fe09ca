/**
 * The device, as the browser describes it. The description may be false, so only convenience
 * depends on it.
 */
export type Device = {
  /** A phone or tablet: wallets are apps there, reached by links. */
  isPhone: boolean
  isIos: boolean
  /** Inside the built-in browser of the Telegram app. */
  isTelegram: boolean
  /** Inside the built-in browser of a messaging app, Telegram included. */
  isMessenger: boolean
  /**
   * Inside the built-in browser of any app but a wallet. It opens https links in other apps, but
   * seldom links with an app's own scheme.
   */
  isInApp: boolean
  /** Safari on iOS. It closes a page's sockets when the visitor changes to an app. */
  isIosSafari: boolean
  /**
   * A wallet has injected itself into the page (`window.ethereum`): an extension, or the wallet in
   * whose built-in browser the page is.
   */
  hasProvider: boolean
  /** The extension store of this browser. Undefined on a phone and for a browser without one. */
  extensions: 'chrome' | 'firefox' | 'edge' | 'opera' | 'safari' | undefined
  /** The operating system of this computer. Undefined on a phone and for any other system. */
  system: 'mac' | 'windows' | 'linux' | undefined
}

/** Matches the user agents of messaging apps with a built-in browser. */
const messengers =
  /\bLine\/|MicroMessenger|\bQQ\/|KAKAOTALK|WhatsApp|MessengerForiOS|Orca-Android|Snapchat|Discord|Viber|Zalo/

/** Matches the user agents of other apps with a built-in browser. Android's web view has `; wv`. */
const inApp =
  /Instagram|FBA[NV]|FB_IAB|Twitter|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Pinterest|; wv\)/

/**
 * Extension stores by words in the user agent. The first match counts, because most browsers also
 * name Chrome or Safari.
 */
const appStores = [
  ['firefox', /Firefox\//],
  ['edge', /Edg\//],
  ['opera', /OPR\//],
  ['chrome', /Chrom(e|ium)\//],
  ['safari', /Safari\//],
] as const

const systems = [
  ['mac', /Macintosh/],
  ['windows', /Windows/],
  ['linux', /Linux|X11/],
] as const

/** Reads the device from the browser; on a server every property is false or undefined. */
export function readDevice(): Device {
  const agent = globalThis.navigator?.userAgent ?? ''
  const isTouchMac = /Macintosh/.test(agent) && (globalThis.navigator?.maxTouchPoints ?? 0) > 1
  const isIos = /iPhone|iPad|iPod/.test(agent) || isTouchMac
  const isPhone = isIos || /Android|Mobile/.test(agent)
  const has = (name: string) => typeof window !== 'undefined' && name in window
  // not `window.Telegram`: Telegram's scripts for other pages, such as its login, set it in every
  // browser
  const isTelegram =
    has('TelegramWebviewProxy') || has('TelegramWebview') || /\bTelegram/.test(agent)
  const hasProvider = has('ethereum')
  const isMessenger = isTelegram || (messengers.test(agent) && !hasProvider)
  return {
    isPhone,
    isIos,
    isTelegram,
    isMessenger,
    // not inside a wallet's built-in browser, which opens the links of wallets
    isInApp: isMessenger || (inApp.test(agent) && !hasProvider),
    isIosSafari: isIos && /Safari/.test(agent) && !/CriOS|FxiOS|EdgiOS/.test(agent),
    hasProvider,
    extensions: isPhone ? undefined : appStores.find(([, mark]) => mark.test(agent))?.[0],
    system: isPhone ? undefined : systems.find(([, mark]) => mark.test(agent))?.[0],
  }
}
