import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAssetId, isAssetId, parseAssetId } from './assetId.ts'
import { InvalidCaipError } from './caip.ts'

/** The test cases of CAIP-19. */
const standard: readonly (readonly [
  id: string,
  chainId: string,
  assetNamespace: string,
  assetReference: string,
  tokenId?: string,
])[] = [
  ['eip155:1/slip44:60', 'eip155:1', 'slip44', '60'],
  [
    'bip122:000000000019d6689c085ae165831e93/slip44:0',
    'bip122:000000000019d6689c085ae165831e93',
    'slip44',
    '0',
  ],
  ['cosmos:cosmoshub-3/slip44:118', 'cosmos:cosmoshub-3', 'slip44', '118'],
  [
    'bip122:12a765e31ffd4059bada1e25190f6e98/slip44:2',
    'bip122:12a765e31ffd4059bada1e25190f6e98',
    'slip44',
    '2',
  ],
  ['cosmos:Binance-Chain-Tigris/slip44:714', 'cosmos:Binance-Chain-Tigris', 'slip44', '714'],
  ['cosmos:iov-mainnet/slip44:234', 'cosmos:iov-mainnet', 'slip44', '234'],
  ['lip9:9ee11e9df416b18b/slip44:134', 'lip9:9ee11e9df416b18b', 'slip44', '134'],
  [
    'eip155:1/erc20:0x6b175474e89094c44da98b954eedeac495271d0f',
    'eip155:1',
    'erc20',
    '0x6b175474e89094c44da98b954eedeac495271d0f',
  ],
  [
    'eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d',
    'eip155:1',
    'erc721',
    '0x06012c8cf97BEaD5deAe237070F9587f8E7A266d',
  ],
  [
    'eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769',
    'eip155:1',
    'erc721',
    '0x06012c8cf97BEaD5deAe237070F9587f8E7A266d',
    '771769',
  ],
  ['hedera:mainnet/nft:0.0.55492/12', 'hedera:mainnet', 'nft', '0.0.55492', '12'],
]

for (const [assetId, chainId, assetNamespace, assetReference, tokenId] of standard)
  test(`the standard’s example ${assetId} is parsed, and formatted again`, () => {
    const parts = {
      chainId,
      assetNamespace,
      assetReference,
      ...(tokenId !== undefined && { tokenId }),
    }
    expect(parseAssetId(assetId)).toEqual({ ...parts, assetId })
    expect(formatAssetId(parts)).toBe(assetId)
  })

const lower = [...'-abcdefghijklmnopqrstuvwxyz0123456789']
const word = [...lower, ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const text = (letters: readonly string[], minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength })
const known = fc.oneof(
  fc.integer({ min: 1 }).map((chain) => `eip155:${chain}`),
  text([...word, '_'], 1, 32).map((reference) => `solana:${reference}`),
)
const foreign = fc
  .tuple(
    text(lower, 3, 8).filter((namespace) => namespace !== 'eip155'),
    text([...word, '_'], 1, 32),
  )
  .map((parts) => parts.join(':'))
const parts = fc.record(
  {
    chainId: fc.oneof(known, foreign),
    assetNamespace: text(lower, 3, 8),
    assetReference: text([...word, '.', '%'], 1, 128),
    tokenId: text([...word, '.', '%'], 1, 78),
  },
  { requiredKeys: ['chainId', 'assetNamespace', 'assetReference'] },
)

test('`parseAssetId` returns the parts that `formatAssetId` joined', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const assetId = formatAssetId(given)
      expect(parseAssetId(assetId)).toEqual({ ...given, assetId })
    }),
  )
})

test('a forbidden character at any position makes an asset id invalid', () => {
  fc.assert(
    fc.property(
      parts,
      fc.constantFrom(' ', '\n', '\t', '/', ':', '\\', '?', '#', '<', '"', '+', '@', 'а', '‮', '\0'),
      fc.nat(),
      (given, character, place) => {
        const assetId = formatAssetId(given)
        const at = place % (assetId.length + 1)
        const changed = `${assetId.slice(0, at)}${character}${assetId.slice(at)}`
        // an added slash may begin a token id, and the id stays valid
        fc.pre(
          !(
            character === '/' &&
            given.tokenId === undefined &&
            at > assetId.lastIndexOf(':') + 1 &&
            at < assetId.length
          ),
        )
        expect(isAssetId(changed)).toBe(false)
      },
    ),
  )
})

const nft = 'eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d'
const malformed: readonly (readonly [why: string, value: unknown])[] = [
  ['empty', ''],
  ['a network alone', 'eip155:1'],
  ['an account', 'eip155:1:0xab'],
  ['no reference', 'eip155:1/slip44'],
  ['an empty reference', 'eip155:1/slip44:'],
  ['no asset namespace', 'eip155:1/:60'],
  ['an asset namespace of 2 characters', 'eip155:1/nf:1'],
  ['an asset namespace of 9 characters', 'eip155:1/erc721xyz:1'],
  ['an asset namespace in capitals', 'eip155:1/ERC20:0xab'],
  ['a reference of 129 characters', `eip155:1/erc20:${'a'.repeat(129)}`],
  ['a token id of 79 characters', `${nft}/${'1'.repeat(79)}`],
  ['an empty token id', `${nft}/`],
  ['a fourth part', `${nft}/1/2`],
  ['three parts of a type', 'eip155:1/erc20:0xab:1'],
  ['a network namespace of 2 characters', 'ab:1/slip44:60'],
  ['a network namespace of 9 characters', 'abcdefghi:1/slip44:60'],
  ['a network reference of 33 characters', `cosmos:${'a'.repeat(33)}/slip44:60`],
  ['chain zero', 'eip155:0/slip44:60'],
  ['a leading zero', 'eip155:01/slip44:60'],
  ['a chain of words', 'eip155:mainnet/slip44:60'],
  ['a network in capitals', 'EIP155:1/slip44:60'],
  ['an underscore in a reference', 'eip155:1/erc20:a_b'],
  ['a space before', ' eip155:1/slip44:60'],
  ['a line end', 'eip155:1/slip44:60\n'],
  ['a megabyte', `eip155:1/erc20:${'a'.repeat(1 << 20)}`],
  ['nothing', undefined],
  ['a number', 1],
  ['a list', ['eip155:1', 'slip44:60']],
  ['what turns into text', { toString: () => 'eip155:1/slip44:60' }],
]

test.each(malformed)('an asset id with this fault is refused: %s', (_, value) => {
  expect(isAssetId(value)).toBe(false)
  expect(() => parseAssetId(value)).toThrow(new InvalidCaipError())
})

test.each([
  ['a reference of 128 characters', `eip155:1/erc20:${'a'.repeat(128)}`],
  ['a token id of 78 digits', `${nft}/${(2n ** 256n - 1n).toString()}`],
  [
    'the longest of each part',
    `${'a'.repeat(8)}:${'b'.repeat(32)}/${'c'.repeat(8)}:${'d'.repeat(128)}/${'e'.repeat(78)}`,
  ],
  ['percent-encoded characters', 'hedera:mainnet/nft:0.0.55492%2Fa/%3A12'],
])('an asset id with %s is accepted', (_, value) => expect(isAssetId(value)).toBe(true))

test('`formatAssetId` refuses parts that contain a separator', () => {
  expect(() =>
    formatAssetId({
      chainId: 'eip155:1',
      assetNamespace: 'erc721',
      assetReference: '0xab/1',
      tokenId: '2',
    }),
  ).toThrow('Invalid CAIP Address')
  expect(() =>
    formatAssetId({
      chainId: 'eip155:1',
      assetNamespace: 'erc721',
      assetReference: '0xab',
      tokenId: '',
    }),
  ).toThrow('Invalid CAIP Address')
})

test('`isAssetId` returns a boolean for any value', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.string()), (value) => {
      expect([true, false]).toContain(isAssetId(value))
    }),
  )
})
