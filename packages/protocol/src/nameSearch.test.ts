import { expect, test } from 'vitest'
import { createNameSearch } from './nameSearch.ts'

const names = [
  'MetaMask',
  'Trust Wallet',
  'Crypto.com Onchain',
  'Entrust',
  'Détrust',
  'My Trusted Wallet',
  'αU wallet',
  'Polkadot{.js}',
  '钱包',
  'Café Wallet',
]
const search = createNameSearch(names.map((name) => ({ name })))
const find = (text: string) => search(text).map(({ name }) => name)

test('a search lists first the names that begin with the text, then names with a word that begins with it, then names that contain it', () => {
  expect(find('trust')).toEqual(['Trust Wallet', 'My Trusted Wallet', 'Entrust', 'Détrust'])
})

test.each([
  ['TRUSTWALLET', 'Trust Wallet'],
  ['trust  wallet', 'Trust Wallet'],
  ['  trust wal', 'Trust Wallet'],
  ['cafe', 'Café Wallet'],
  ['CAFÉ', 'Café Wallet'],
  ['cryptocom', 'Crypto.com Onchain'],
  ['com on', 'Crypto.com Onchain'],
  ['polkadot.js', 'Polkadot{.js}'],
  ['钱', '钱包'],
  ['ΑU', 'αU wallet'],
  ['meta mask', 'MetaMask'],
])('the search %j finds %j', (text, name) => {
  expect(find(text)[0]).toBe(name)
})

test.each(['', '   ', '!!', '\u0000', '%', '.*', 'nobody'])(
  'the search %j finds no name',
  (text) => {
    expect(find(text)).toEqual([])
  },
)

test('a search with a text of 100,000 characters over 5,000 names returns a result', () => {
  const many = createNameSearch(
    Array.from({ length: 5_000 }, (_, index) => ({ name: `Wallet number ${index}` })),
  )
  expect(many('a'.repeat(100_000))).toEqual([])
  expect(many('number 4999')).toEqual([{ name: 'Wallet number 4999' }])
})
