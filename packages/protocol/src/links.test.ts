import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAppLink, isPageLink, isPublicLink } from './links.ts'
import { readUrl } from './readUrl.ts'

const pages = [
  'https://fox.example',
  'HTTPS://Fox.Example/',
  'https://fox.example:8443/a?b=c#d',
  'https://fox.example/@user',
  'https://fox.example/a%20b',
  'https://medium.com/@fox?x=user@host',
  'https://apps.example/tw/app/錢包/id1',
  'https://münchen.example/',
  'https://xn--mnchen-3ya.example',
  'https://link.example/open_url?url=',
  'https://fox.example/wc?uri=wc:ab@1?key=cd',
]
const local = [
  'http://localhost',
  'http://localhost:5173/a',
  'http://127.0.0.1:8545',
  'http://127.1.2.3',
  'http://[::1]:80/',
  'http://shop.localhost/',
]
const strange = [
  'http://fox.example',
  'http://10.0.0.1',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://2130706433',
  'http://0x7f.1',
  'http://127.1',
  'http://[::ffff:127.0.0.1]',
  'http://[0:0:0:0:0:0:0:1]',
  'https://fox.example@evil.example',
  'https://user:secret@evil.example',
  'https://@evil.example',
  'https://fox.example%40evil.example',
  'https://fox.example%2f@evil.example',
  'https://fox.example\\@evil.example',
  'https:\\\\evil.example',
  'https:/\\evil.example',
  'https://evil。example',
  'https://evil．example',
  'https://evil｡example',
  'https://ｅｖｉｌ.example',
  'https://ⓔvil.example',
  'https://evil\u200b.example',
  'https://evil\u00ad.example',
  'https://\u202eelpmaxe.live',
  'https://evil.example\u2028',
  'https://ev\til.example',
  ' https://fox.example',
  'https://fox.example ',
  'https://fox.example/a b',
  'https:fox.example',
  'https:/fox.example',
  'https:///fox.example',
  'https://',
  'https://?',
  'https://#a',
  'https://.',
  'https://..',
  'https://.fox.example',
  'https://fox..example',
  'https://:443',
  'https://fox.example:99999',
  'https://[::1',
  '//fox.example',
  '/fox',
  'fox.example',
  '',
  `https://fox.example/${'x'.repeat(3_000)}`,
  'https://fox.example/"onmouseover="x',
  'https://fox.example/<b>',
  'javascript:alert(1)',
  'JavaScript://fox.example/%0aalert(1)',
  'data:text/html,x',
  'blob:https://fox.example/1',
  'filesystem:https://fox.example/temporary/x',
  'view-source:https://fox.example',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://fox.example',
  'ws://fox.example',
  'about:blank',
  'fox://',
]
const nothing: readonly unknown[] = [
  undefined,
  null,
  7,
  {},
  [],
  ['https://fox.example'],
  { toString: () => 'https://fox.example' },
]

describe('pages', () => {
  test.for([...pages, ...local])('%s is a page', (link) => expect(isPageLink(link)).toBe(true))
  test.for(strange)('%j is not a page', (link) => expect(isPageLink(link)).toBe(false))
  test('a value that is not a text is not a link', () =>
    expect(
      nothing.filter((value) => isPageLink(value) || isPublicLink(value) || isAppLink(value)),
    ).toEqual([]))
})

describe("links that a page may fetch without a user's action", () => {
  test.for(pages)('%s may be fetched', (link) => expect(isPublicLink(link)).toBe(true))
  test.for([
    ...local,
    ...strange,
    'https://localhost',
    'https://shop.localhost',
    'https://127.0.0.1',
    'https://10.0.0.1',
    'https://169.254.169.254/latest',
    'https://192.168.1.1',
    'https://8.8.8.8',
    'https://[::1]',
    'https://[fe80::1]',
    'https://[fd00::1]',
    'https://[::ffff:10.0.0.1]',
    'https://router',
    'https://router.',
    'https://printer.local',
    'https://metadata.google.internal',
    'https://nas.lan',
    'https://nas.home.arpa',
    'https://printer.local.',
  ])('%s may not be fetched', (link) => expect(isPublicLink(link)).toBe(false))
})

describe('apps', () => {
  test.for([
    'metamask://',
    'metamask:',
    'okxwallet://main',
    'bybitapp://open/route?targetUrl=by://web3/walletconnect/',
    'w3akvrn:/',
    'kucoin:///wallet/walletConnect',
    'myApp://https://wallet.example',
    'smartbody://?uri=',
    'io.fox.wallet-2://wc',
    'tellaw://walletconnect',
    'orion://wc?',
    'edge://',
    'x-app-open-wallet://',
    'filament://',
    'tgwallet://',
  ])('%s opens an app', (link) => expect(isAppLink(link)).toBe(true))
  test.for([
    'javascript:alert(1)',
    'JAVASCRIPT://%0aalert(1)',
    'data:text/html,x',
    'blob:x',
    'file:///etc',
    'filesystem:https://a/b',
    'about:blank',
    'vbscript:x',
    'view-source:x',
    'intent://scan/#Intent;scheme=fox;package=evil;end',
    'INTENT:x',
    'ws://x',
    'wss://x',
    'http://x',
    'https://x',
    'ftp://x',
    'ftps://x',
    'content://contacts',
    'chrome://settings',
    'chrome-extension://abc/x',
    'moz-extension://x',
    'ms-msdt:/id',
    'ms-settings:',
    'search-ms:query',
    'market://details?id=x',
    'itms-services://?action=download-manifest',
    'mailto:a',
    'tel:1',
    'sms:1',
    'smb://x',
    'ssh://x',
    'jar:x',
    'resource://x',
    'fox://user@host',
    'fox:// a',
    'fox://\\evil',
    'fox://"x',
    'fox://<b>',
    'fox://\u202e',
    'fox://wället',
    ' fox://',
    'f ox://',
    '1fox://',
    'fox',
    '://x',
    '',
    `fox://${'x'.repeat(3_000)}`,
    `${'f'.repeat(65)}://`,
  ])('%j does not open an app', (link) => expect(isAppLink(link)).toBe(false))
})

/** Parts of URLs that confuse parsers, in any order. */
const piece = fc.constantFrom(
  'https:',
  'http:',
  'HTTPS:',
  '/',
  '//',
  '\\',
  '@',
  ':',
  '.',
  '。',
  '｡',
  '%',
  '%2f',
  '%40',
  '?',
  '#',
  ' ',
  '\t',
  '\n',
  '\0',
  '\u200b',
  '\u202e',
  'localhost',
  '127.0.0.1',
  '2130706433',
  '[::1]',
  'evil.example',
  'fox.example',
  'javascript:',
  'intent:',
  'data:',
  'ｅ',
  'ß',
  '-',
  'user',
  'a',
  '"',
  '<',
  '0x7f.1',
  ':443',
)
const hostile = fc.array(piece, { maxLength: 9 }).map((parts) => parts.join(''))

test('in 20,000 hostile texts, each accepted link leads to the host that it shows', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        hostile,
        hostile.map((rest) => `https://${rest}`),
        hostile.map((rest) => `http://${rest}`),
        hostile.map((rest) => `fox:${rest}`),
        fc.webUrl(),
        fc.string(),
      ),
      (text) => {
        // the expected host is the one that the browser's own parser reads
        const url = readUrl(text, 'https://site.example')
        if (isPageLink(text)) {
          expect(url && [url.username, url.password]).toEqual(['', ''])
          expect(
            url?.protocol === 'https:' ||
              (url?.protocol === 'http:' &&
                /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/.test(url.hostname)),
          ).toBe(true)
          const written = /^https?:\/\/(\[[^\]]*\]|[^/?#:]+)/i.exec(text)?.[1]?.toLowerCase()
          if (/^[!-~]+$/.test(text)) expect(url?.hostname).toBe(written)
        }
        if (isAppLink(text) && url)
          expect(
            url.protocol === `${/^[^:]+/.exec(text)?.[0].toLowerCase()}:` &&
              !/^(https?|wss?|ftp|file|filesystem|javascript|data|blob|intent|about):$/.test(
                url.protocol,
              ),
          ).toBe(true)
        if (isPublicLink(text))
          expect(
            isPageLink(text) && url?.hostname.includes('.') && !/^[\d.]+$|^\[/.test(url.hostname),
          ).toBe(true)
      },
    ),
    { numRuns: 20_000, seed: 20_261_122 },
  )
})
