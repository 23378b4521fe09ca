import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { appLink } from '../../sources/phones/appLink.ts'
import { readDevice } from './device.ts'
import type { Device } from './device.ts'

type Browser = { agent: string; touch?: number; globals?: readonly string[] }

/** Returns what `readDevice` detects in this browser. Its globals stay until the test ends. */
function readIn({ agent, touch = 0, globals = [] }: Browser): Device {
  for (const [name, value] of Object.entries({
    navigator: { userAgent: agent, maxTouchPoints: touch },
    window: Object.fromEntries(globals.map((name) => [name, {}])),
  })) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    onTestFinished(
      () =>
        void (before
          ? Object.defineProperty(globalThis, name, before)
          : Reflect.deleteProperty(globalThis, name)),
    )
  }
  return readDevice()
}

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)'
const view =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const safari = 'Version/18.6 Mobile/15E148 Safari/604.1'
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const ios = {
  isPhone: true,
  isIos: true,
  extensions: undefined,
  system: undefined,
  isTelegram: false,
  isMessenger: false,
}
const droid = {
  isPhone: true,
  isIos: false,
  isIosSafari: false,
  extensions: undefined,
  system: undefined,
  isTelegram: false,
  isMessenger: false,
}
const desk = {
  isPhone: false,
  isIos: false,
  isIosSafari: false,
  isInApp: false,
  isTelegram: false,
  isMessenger: false,
}

const native = { href: 'fox://wc?uri=wc%3A1', isTab: false }
const universal = { href: 'https://fox.example/wc?uri=wc%3A1', isTab: true }

test.for<[string, Browser, Partial<Device>, typeof native]>([
  [
    'iOS Safari',
    { agent: `${iphone} ${safari}` },
    { ...ios, isIosSafari: true, isInApp: false },
    native,
  ],
  [
    'iOS Chrome',
    { agent: `${iphone} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1` },
    { ...ios, isIosSafari: false, isInApp: false },
    native,
  ],
  [
    'iOS Firefox',
    { agent: `${iphone} FxiOS/144.0 Mobile/15E148 Safari/605.1.15` },
    { ...ios, isIosSafari: false, isInApp: false },
    native,
  ],
  [
    'iPad as a desktop',
    { agent: `${mac} ${webkit} Version/18.6 Safari/605.1.15`, touch: 5 },
    { ...ios, isIosSafari: true, isInApp: false },
    native,
  ],
  [
    'Android Chrome',
    { agent: `${android} Chrome/142.0.0.0 Mobile Safari/537.36` },
    { ...droid, isInApp: false },
    native,
  ],
  [
    'Samsung Internet',
    { agent: `${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36` },
    { ...droid, isInApp: false },
    native,
  ],
  [
    'Firefox on Android',
    { agent: 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0' },
    { ...droid, isInApp: false },
    native,
  ],
  [
    'Telegram on iOS',
    { agent: `${iphone} Mobile/15E148`, globals: ['TelegramWebviewProxy'] },
    { ...ios, isTelegram: true, isMessenger: true, isInApp: true, isIosSafari: false },
    universal,
  ],
  [
    'Telegram on Android',
    { agent: `${view} Telegram-Android/11.4.2`, globals: ['TelegramWebview'] },
    { ...droid, isTelegram: true, isMessenger: true, isInApp: true },
    universal,
  ],
  [
    'iOS Safari, on a page with the script of Telegram’s login',
    { agent: `${iphone} ${safari}`, globals: ['Telegram'] },
    { ...ios, isIosSafari: true, isInApp: false },
    native,
  ],
  [
    'a desktop, on a page with the script of Telegram’s login',
    { agent: `${windows} ${blink}`, globals: ['Telegram'] },
    desk,
    native,
  ],
  [
    'Telegram on a desktop',
    { agent: `${windows} ${blink}`, globals: ['TelegramWebviewProxy'] },
    { ...desk, isTelegram: true, isMessenger: true, isInApp: true },
    universal,
  ],
  [
    'Instagram on iOS',
    { agent: `${iphone} Mobile/15E148 Instagram 405.0.0.0` },
    { ...ios, isInApp: true, isIosSafari: false },
    universal,
  ],
  [
    'Instagram on Android',
    { agent: `${view} Instagram 405.0.0.0 Android` },
    { ...droid, isInApp: true },
    universal,
  ],
  [
    'Facebook on iOS',
    { agent: `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/530.0.0.0]` },
    { ...ios, isInApp: true, isIosSafari: false },
    universal,
  ],
  [
    'Facebook on Android',
    { agent: `${view} [FB_IAB/FB4A;FBAV/530.0.0.0;]` },
    { ...droid, isInApp: true },
    universal,
  ],
  [
    'Messenger on iOS',
    { agent: `${iphone} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/530.0.0.0]` },
    { ...ios, isMessenger: true, isInApp: true, isIosSafari: false },
    universal,
  ],
  [
    'Messenger on Android',
    { agent: `${view} [FB_IAB/Orca-Android;FBAV/530.0.0.0;]` },
    { ...droid, isMessenger: true, isInApp: true },
    universal,
  ],
  [
    'WhatsApp on Android',
    { agent: `${view} WhatsApp/2.25.30` },
    { ...droid, isMessenger: true, isInApp: true },
    universal,
  ],
  [
    'LINE on iOS',
    { agent: `${iphone} Safari/604.1 Line/15.18.0` },
    { ...ios, isMessenger: true, isInApp: true },
    universal,
  ],
  [
    'WeChat on Android',
    { agent: `${view} MicroMessenger/8.0.60` },
    { ...droid, isMessenger: true, isInApp: true },
    universal,
  ],
  [
    'WeChat on a Mac',
    { agent: `${mac} ${blink} MicroMessenger/6.8.0 MacWechat/3.8` },
    { ...desk, isMessenger: true, isInApp: true, system: 'mac' },
    universal,
  ],
  [
    'QQ on iOS',
    { agent: `${iphone} Mobile/15E148 QQ/9.2.0` },
    { ...ios, isMessenger: true, isInApp: true, isIosSafari: false },
    universal,
  ],
  [
    'KakaoTalk on Android',
    { agent: `${view} KAKAOTALK/25.9.0` },
    { ...droid, isMessenger: true, isInApp: true },
    universal,
  ],
  [
    'Zalo on iOS',
    { agent: `${iphone} Mobile/15E148 Zalo iOS/650` },
    { ...ios, isMessenger: true, isInApp: true, isIosSafari: false },
    universal,
  ],
  [
    'Viber on Android',
    { agent: `${view} Viber/26.1.0` },
    { ...droid, isMessenger: true, isInApp: true },
    universal,
  ],
  [
    'Snapchat on iOS',
    { agent: `${iphone} Mobile/15E148 Snapchat/13.60.0` },
    { ...ios, isMessenger: true, isInApp: true, isIosSafari: false },
    universal,
  ],
  [
    'Discord on Android',
    { agent: `${view} Discord-Android/300` },
    { ...droid, isMessenger: true, isInApp: true },
    universal,
  ],
  [
    'A wallet inside a messenger',
    { agent: `${view} Line/15.18.0`, globals: ['ethereum'] },
    { ...droid, isInApp: false, hasProvider: true },
    native,
  ],
  [
    'MetaMask’s browser on iOS',
    { agent: `${iphone} Mobile/15E148 WebView MetaMaskMobile`, globals: ['ethereum'] },
    { ...ios, isInApp: false, hasProvider: true, isIosSafari: false },
    native,
  ],
  [
    'Trust’s browser on Android',
    { agent: view, globals: ['ethereum', 'trustwallet'] },
    { ...droid, isInApp: false, hasProvider: true },
    native,
  ],
  [
    'Coinbase’s browser on Android',
    { agent: `${view} CoinbaseWallet`, globals: ['ethereum'] },
    { ...droid, isInApp: false, hasProvider: true },
    native,
  ],
  [
    'Chrome on Windows',
    { agent: `${windows} ${blink}` },
    { ...desk, extensions: 'chrome', system: 'windows', hasProvider: false },
    native,
  ],
  [
    'Edge on Windows',
    { agent: `${windows} ${blink} Edg/142.0.0.0` },
    { ...desk, extensions: 'edge', system: 'windows' },
    native,
  ],
  [
    'Opera on Linux',
    { agent: `Mozilla/5.0 (X11; Linux x86_64) ${blink} OPR/126.0.0.0` },
    { ...desk, extensions: 'opera', system: 'linux' },
    native,
  ],
  [
    'Firefox on a Mac',
    { agent: `${mac} Gecko/20100101 Firefox/144.0` },
    { ...desk, extensions: 'firefox', system: 'mac' },
    native,
  ],
  [
    'Safari on a Mac',
    { agent: `${mac} ${webkit} Version/18.6 Safari/605.1.15` },
    { ...desk, extensions: 'safari', system: 'mac' },
    native,
  ],
])(
  'the browser %s is detected, and gets the right kind of wallet link',
  ([, browser, expected, link]) => {
    const device = readIn(browser)
    expect(device).toMatchObject(expected)
    expect(
      appLink({ mobile_link: 'fox://', link_mode: 'https://fox.example' }, 'wc:1', device),
    ).toEqual(link)
  },
)

test('a wallet with only one link gets that link even where the other kind is preferred; an unsafe link is not used', () => {
  const device = readIn({ agent: `${view} Instagram 405.0.0.0 Android` })
  expect(appLink({ mobile_link: 'fox://' }, 'wc:1', device)).toEqual(native)
  expect(appLink({ link_mode: 'https://fox.example' }, 'wc:1', { isInApp: false })).toEqual(
    universal,
  )
  expect(appLink({ mobile_link: 'javascript:alert(1)' }, 'wc:1', device)).toBeUndefined()
})

test('on a server, readDevice returns only false and undefined values', () => {
  expect(readDevice()).toEqual({
    isPhone: false,
    isIos: false,
    isTelegram: false,
    isMessenger: false,
    isInApp: false,
    isIosSafari: false,
    hasProvider: false,
    extensions: undefined,
    system: undefined,
  })
})

test('scripts of other companies in a page do not change the detected device', () => {
  const pages = [
    'Telegram',
    'TelegramGameProxy',
    'FB',
    'fbq',
    'Kakao',
    'liff',
    'WeixinJSBridge',
    'wx',
    'twttr',
    'LINE',
    'ReactNativeWebView',
    'webkit',
    'Android',
    'tt',
    'snaptr',
    'pintrk',
    'Viber',
    'discord',
    'ZaloSocialSDK',
  ]
  const agents = [
    `${iphone} ${safari}`,
    `${android} Chrome/142.0.0.0 Mobile Safari/537.36`,
    `${windows} ${blink}`,
    `${mac} ${webkit} Version/18.6 Safari/605.1.15`,
    `Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`,
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...agents),
      fc.uniqueArray(fc.constantFrom(...pages)),
      (agent, globals) => {
        expect(readIn({ agent, globals })).toEqual(readIn({ agent }))
        expect(readIn({ agent, globals })).toMatchObject({
          isTelegram: false,
          isMessenger: false,
          isInApp: false,
        })
      },
    ),
    { numRuns: 50 },
  )
})
