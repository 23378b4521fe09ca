import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCookie } from './readCookie.ts'

const evm = { networkId: 'eip155:1', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }
const solana = {
  networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
}
const idOf = ({ networkId, address }: typeof evm) => `${networkId}:${address}`

test('readCookie reads the accounts from among other cookies, the active account first', () => {
  expect(readCookie(`theme=dark; latchkey=${idOf(solana)}.${idOf(evm)}; id=1`)).toEqual([
    solana,
    evm,
  ])
  expect(readCookie(`latchkey=${idOf(evm)}`)).toEqual([evm])
})

test.each([
  ['no header', undefined],
  ['a header that is null', null],
  ['an empty header', ''],
  ['no such cookie', 'a=b'],
  ['a cookie with a longer name', `my-latchkey=${idOf(evm)}`],
  ['an empty cookie', 'latchkey='],
  ['another text', 'latchkey=%F0%9F'],
  ['a chain of another kind', `latchkey=cosmos:hub:${evm.address}`],
  ['an address of another kind', `latchkey=eip155:1:${solana.address}`],
  ['markup', 'latchkey=eip155:1:<script>'],
  ['a longer cookie', `latchkey=${idOf(evm)}.${'x'.repeat(512)}`],
  ['a longer header', `${'a=b; '.repeat(20_000)}latchkey=${idOf(evm)}`],
  ['an object instead of a header', { latchkey: idOf(evm) }],
])('readCookie returns no account for %s', (_name, header) => {
  expect(readCookie(header as string | undefined)).toEqual([]) // without types, a site may pass it
})

test('an invalid account is skipped, and each namespace has one account', () => {
  expect(readCookie(`latchkey=eip155:1:0x12.${idOf(solana)}.${idOf(evm)}`)).toEqual([solana])
  expect(readCookie(`latchkey=${idOf(evm)}.${idOf({ ...evm, networkId: 'eip155:8453' })}`)).toEqual(
    [evm],
  )
})

test('for any header, only valid addresses and networks are read', () => {
  const parts = fc.constantFrom(
    'latchkey=',
    'eip155:',
    '1:',
    evm.address,
    idOf(solana),
    '.',
    ';',
    ' ',
    '"',
    '<',
    '=',
    '%',
    '\0',
    'polkadot:91b171bb158e2d3848fa23a9f1c25182:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  )
  const sent = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(parts).map((all) => `latchkey=${all.join('')}`),
  )
  fc.assert(
    fc.property(sent, (header) => {
      for (const { address, networkId } of readCookie(header)) {
        expect(networkId).toMatch(/^(eip155|solana|polkadot|bip122):[-\w]{1,32}$/)
        expect(address).toMatch(/^[-.%a-zA-Z0-9]{1,128}$/)
      }
    }),
  )
})
