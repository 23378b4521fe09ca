import { expect, test } from 'vitest'
import { readAvatar } from './readAvatar.ts'
import type { AvatarOptions } from './readAvatar.ts'

const read = (record: string, gateways: AvatarOptions['gateways'] = {}) =>
  readAvatar(record, {
    owner: `0x${'12'.repeat(20)}`,
    chains: [],
    readNfts: () => Promise.resolve([]),
    gateways,
    signal: new AbortController().signal,
  })

const ipfs = `ipfs://bafybei${'a'.repeat(52)}`

test('a picture inside the record is the avatar', async () => {
  expect(await read('data:image/png;base64,AAAA')).toMatch(/^data:image\/png/)
})

test.each([
  'https://pictures.example.org/me.png',
  'http://10.0.0.1/me.png',
  ipfs,
  'javascript:alert(1)',
  '',
  'https://',
])('without a gateway, the record “%s” gives no avatar', async (record) => {
  expect(await read(record)).toBeNull()
})

test('the URL of the avatar leads through the operator’s gateway', async () => {
  const gateways = {
    ipfs: 'https://ipfs.example.net/ipfs/{path}',
    http: 'https://pictures.example.net/?url={url}',
  }
  expect(await read('https://pictures.example.org/me.png', gateways)).toBe(
    'https://pictures.example.net/?url=https%3A%2F%2Fpictures.example.org%2Fme.png',
  )
  expect(await read(ipfs, gateways)).toBe(`https://ipfs.example.net/ipfs/bafybei${'a'.repeat(52)}`)
})

test('a record that is longer than a URL may be gives no avatar', async () => {
  expect(
    await read(`https://pictures.example.org/${'a'.repeat(10_000)}`, {
      http: 'https://pictures.example.net/?url={url}',
    }),
  ).toBeNull()
})
