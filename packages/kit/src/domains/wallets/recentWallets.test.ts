import { expect, test } from 'vitest'
import { createKitStorage, memoryStorage } from '../../core/storage/storage.ts'
import { recentWallets } from './recentWallets.ts'

function read(text: string, apiUrl?: string) {
  const raw = memoryStorage()
  const storage = createKitStorage(raw)
  raw.setItem('@latchkey/version', '1')
  raw.setItem('@latchkey/recent-wallets', text)
  return recentWallets(storage, apiUrl)
}

test('recent wallets are returned with the last used first', () => {
  const wallets = [
    { id: 'fox', name: 'Fox', mobile_link: 'fox://' },
    { id: 'owl', name: 'Owl' },
  ]
  expect(read(JSON.stringify(wallets))).toEqual(wallets)
})

test('values of a stored wallet that are not texts are ignored', () => {
  const wallet = {
    id: 'fox',
    name: 'Fox',
    link_mode: ['https://fox.example'],
    mobile_link: { toString: 'fox://' },
    image_url: 5,
    chains: ['eip155:1'],
    homepage: 'https://fox.example',
  }
  expect(read(JSON.stringify([wallet]))).toEqual([
    { id: 'fox', name: 'Fox', homepage: 'https://fox.example' },
  ])
})

const wallet = (parts: object) => JSON.stringify([{ id: 'fox', name: 'Fox', ...parts }])

test.for([
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'intent://x',
  'http://fox.example',
  'https://fox.example@evil.example',
  'https://evil。example',
])('the link %s of a stored wallet is removed', (link) => {
  const parts = [
    'homepage',
    'app_store',
    'play_store',
    'chrome_store',
    'webapp_link',
    'in_app_browser',
    'link_mode',
    'mobile_link',
    'desktop_link',
    'image_url',
  ]
  expect(read(wallet(Object.fromEntries(parts.map((part) => [part, link]))))).toEqual([
    { id: 'fox', name: 'Fox' },
  ])
})

test('stored names are cleaned, and unsafe pictures removed', () => {
  expect(
    read(
      wallet({
        name: '\u202eFox\u200b',
        rdns: 'org.fox\u0000',
        image_url: 'http://169.254.169.254/a.png',
      }),
    ),
  ).toEqual([{ id: 'fox', name: 'Fox', rdns: 'org.fox' }])
  expect(read(wallet({ image_url: 'https://fox.example/a.png' }))).toMatchObject([
    { image_url: 'https://fox.example/a.png' },
  ])
  expect(
    read(
      wallet({ image_url: 'http://127.0.0.1:4100/getWalletImage/fox' }),
      'http://127.0.0.1:4100/',
    ),
  ).toMatchObject([{ image_url: 'http://127.0.0.1:4100/getWalletImage/fox' }])
})

test('an invalid stored wallet does not remove the others', () => {
  expect(
    read(
      '[{"id":"fox","name":"Fox"},null,{"id":1,"name":"Hen"},{"id":"hen","name":"\u200b"},{"id":"owl","name":"Owl"}]',
    ),
  ).toEqual([
    { id: 'fox', name: 'Fox' },
    { id: 'owl', name: 'Owl' },
  ])
})

test.for(['', '{', 'null', '{}', '[null]', '[{"id":1,"name":"Fox"}]', '[{"id":"fox"}]'])(
  'the stored text %j gives no wallets',
  (text) => {
    expect(read(text)).toEqual([])
  },
)
