import { expect, test } from 'vitest'
import { createKitStorage, memoryStorage } from '../core/storage.ts'
import { recentWallets } from './recentWallets.ts'

function read(text: string) {
  const raw = memoryStorage()
  const storage = createKitStorage(raw)
  raw.setItem('@latchkey/version', '1')
  raw.setItem('@latchkey/recent-wallets', text)
  return recentWallets(storage)
}

test('gives what was used last, newest first', () => {
  const wallets = [{ id: 'fox', name: 'Fox', mobile_link: 'fox://' }, { id: 'owl', name: 'Owl' }]
  expect(read(JSON.stringify(wallets))).toEqual(wallets)
})

test('takes texts alone from a storage that holds anything', () => {
  const wallet = { id: 'fox', name: 'Fox', link_mode: ['https://fox.example'], mobile_link: { toString: 'fox://' }, image_url: 5, chains: ['eip155:1'], homepage: 'https://fox.example' }
  expect(read(JSON.stringify([wallet]))).toEqual([{ id: 'fox', name: 'Fox', homepage: 'https://fox.example' }])
})

test.for(['', '{', 'null', '{}', '[null]', '[{"id":1,"name":"Fox"}]', '[{"id":"fox"}]'])('%j holds nobody', (text) => {
  expect(read(text)).toEqual([])
})
