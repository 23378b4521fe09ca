/** What the browser says it runs on; it may lie, so nothing but comfort depends on it. */
export type Device = {
  /** A phone or tablet: wallets are apps beside the browser, reached by links. */
  isPhone: boolean
  isIos: boolean
  /** Inside the Telegram app, which keeps pages in a view of its own. */
  isTelegram: boolean
  /** Inside an app for messages, which shows pages itself. */
  isMessenger: boolean
  /** Inside another app that shows pages itself: it opens https links elsewhere, but seldom the scheme of an app. */
  isInApp: boolean
  /** Safari on iOS: leaves a page's sockets behind when it goes to an app. */
  isIosSafari: boolean
  /** A wallet has put itself into the page (`window.ethereum`): one that is installed, or the one whose browser this is. */
  hasProvider: boolean
  /** Which shop of extensions this browser takes its own from; undefined for a phone and for one that has none. */
  extensions: 'chrome' | 'firefox' | 'edge' | 'opera' | 'safari' | undefined
  /** What programs of this computer are made for; undefined for a phone and for what is none of these. */
  system: 'mac' | 'windows' | 'linux' | undefined
}

/** Apps for messages that show pages in a view of their own, by what they write into the user agent. */
const messengers = /\bLine\/|MicroMessenger|\bQQ\/|KAKAOTALK|WhatsApp|MessengerForiOS|Orca-Android|Snapchat|Discord|Viber|Zalo/

/** Other apps that do. Android's own view says `; wv`. */
const inApp = /Instagram|FBA[NV]|FB_IAB|Twitter|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Pinterest|; wv\)/

/** Extension shops by what a browser writes; the first that fits, as all of them call themselves Chrome or Safari as well. */
const shops = [['firefox', /Firefox\//], ['edge', /Edg\//], ['opera', /OPR\//], ['chrome', /Chrom(e|ium)\//], ['safari', /Safari\//]] as const

const systems = [['mac', /Macintosh/], ['windows', /Windows/], ['linux', /Linux|X11/]] as const

/** Reads the device from the browser; a server is none of it. */
export function readDevice(): Device {
  const agent = globalThis.navigator?.userAgent ?? ''
  const isTouchMac = /Macintosh/.test(agent) && (globalThis.navigator?.maxTouchPoints ?? 0) > 1
  const isIos = /iPhone|iPad|iPod/.test(agent) || isTouchMac
  const isPhone = isIos || /Android|Mobile/.test(agent)
  const has = (name: string) => typeof window !== 'undefined' && name in window
  const isTelegram = has('TelegramWebviewProxy') || has('Telegram') || has('TelegramWebview') || /\bTelegram/.test(agent)
  const hasProvider = has('ethereum')
  const isMessenger = isTelegram || (messengers.test(agent) && !hasProvider)
  return {
    isPhone,
    isIos,
    isTelegram,
    isMessenger,
    // a wallet's own browser is no stranger to the links of wallets
    isInApp: isMessenger || (inApp.test(agent) && !hasProvider),
    isIosSafari: isIos && /Safari/.test(agent) && !/CriOS|FxiOS|EdgiOS/.test(agent),
    hasProvider,
    extensions: isPhone ? undefined : shops.find(([, mark]) => mark.test(agent))?.[0],
    system: isPhone ? undefined : systems.find(([, mark]) => mark.test(agent))?.[0],
  }
}
