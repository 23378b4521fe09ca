import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { checksumOf } from './checksumOf.lazy.ts'
import { readRecipient } from './readRecipient.ts'

const validAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const hexAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)

test('checksumOf returns the checksum of EIP-55', () => {
  fc.assert(
    fc.property(hexAddress, (address) => {
      expect(checksumOf(address)).toBe(getAddress(address))
    }),
  )
})

test('an address in lower case, in upper case or with a correct checksum is accepted', async () => {
  for (const address of [
    validAddress,
    validAddress.toLowerCase(),
    `0x${validAddress.slice(2).toUpperCase()}`,
    `  ${validAddress}\n`,
    `\u202a${validAddress}\u202c`,
  ])
    expect(await readRecipient(address)).toMatchObject({ status: 'address' })
})

test('an address with a wrong letter, or a letter in the wrong case, is refused as `wrongChecksum`', async () => {
  expect(await readRecipient(validAddress.replace('Fd6', 'fd6'))).toEqual({
    status: 'refused',
    fault: 'wrongChecksum',
  })
  expect(await readRecipient(validAddress.replace('Fd6', 'Fd7'))).toEqual({
    status: 'refused',
    fault: 'wrongChecksum',
  })
})

test('a payment link is read as its account, but only on the network that it names', async () => {
  expect(await readRecipient(`ethereum:${validAddress}`, '1')).toEqual({
    status: 'address',
    address: validAddress,
  })
  for (const scheme of ['Ethereum', 'ETHEREUM'])
    expect(await readRecipient(`${scheme}:${validAddress}@1`, '1')).toEqual({
      status: 'address',
      address: validAddress,
    })
  expect(await readRecipient(`ethereum:pay-${validAddress}@1?value=5`, '1')).toEqual({
    status: 'address',
    address: validAddress,
  })
  expect(await readRecipient(`ethereum:${validAddress}@10`, '1')).toEqual({
    status: 'refused',
    fault: 'otherNetwork',
  })
  expect(
    await readRecipient(`ethereum:${validAddress}@1/transfer?address=${validAddress}`, '1'),
  ).toEqual({
    status: 'refused',
    fault: 'notAnAddress',
  })
})

test('a link to a token on another network is refused as `otherNetwork`', async () => {
  expect(
    await readRecipient(
      `ethereum:${validAddress}@10/transfer?address=${validAddress}&uint256=5`,
      '1',
    ),
  ).toEqual({ status: 'refused', fault: 'otherNetwork' })
})

test('an account id (CAIP-10) is accepted only on its own network', async () => {
  expect(await readRecipient(`eip155:31337:${validAddress}`, '31337')).toEqual({
    status: 'address',
    address: validAddress,
  })
  expect(await readRecipient(`eip155:1:${validAddress}`, '31337')).toEqual({
    status: 'refused',
    fault: 'otherNetwork',
  })
  expect(
    await readRecipient(`eip155:31337:${validAddress.replace('Fd6', 'fd6')}`, '31337'),
  ).toEqual({
    status: 'refused',
    fault: 'wrongChecksum',
  })
  expect(await readRecipient('eip155:31337:lena.eth', '31337')).toEqual({
    status: 'refused',
    fault: 'notAnAddress',
  })
})

/** Short names and their chain ids. Safe and block explorers put such names before an address. */
const shortNames = [
  ['eth', '1'],
  ['polygonamoy', '80002'],
  ['amoy', '80002'],
  ['mon', '143'],
  ['okb', '196'],
  ['abstract', '2741'],
  ['hoe', '560048'],
  ['Fuji', '43113'],
  ['oeth', '10'],
  ['bnb', '56'],
  ['gno', '100'],
  ['matic', '137'],
  ['pol', '137'],
  ['base', '8453'],
  ['arb1', '42161'],
  ['avax', '43114'],
  ['linea', '59144'],
  ['sep', '11155111'],
  ['BASE', '8453'],
] as const

test.each(shortNames)(
  'an account with the prefix %s: is accepted only on chain %s',
  async (name, chain) => {
    expect(await readRecipient(`${name}:${validAddress}`, chain)).toEqual({
      status: 'address',
      address: validAddress,
    })
    expect(await readRecipient(` ${name}:${validAddress.toLowerCase()}\n`)).toEqual({
      status: 'address',
      address: validAddress.toLowerCase(),
    })
    expect(await readRecipient(`${name}:${validAddress}`, '31337')).toEqual({
      status: 'refused',
      fault: 'otherNetwork',
    })
    expect(await readRecipient(`${name}:${validAddress.replace('Fd6', 'fd6')}`, chain)).toEqual({
      status: 'refused',
      fault: 'wrongChecksum',
    })
    expect(await readRecipient(`${name}:lena.eth`, chain)).toEqual({
      status: 'refused',
      fault: 'notAnAddress',
    })
  },
)

/** Words that people and forms write before an address. They are not names of networks. */
const labels = [
  'address',
  'Addr',
  'to',
  'from',
  'wallet',
  'account',
  'recipient',
  'http',
  'https',
  'mailto',
]

test('an unknown short name (EIP-3770) is refused as `otherNetwork`', async () => {
  const shortName = fc
    .stringMatching(/^[A-Za-z\d_-]{1,64}$/)
    .filter(
      (word) =>
        !labels.some((label) => label.toLowerCase() === word.toLowerCase()) &&
        !['ethereum', ...shortNames.map(([name]) => name)].includes(word.toLowerCase()),
    )
  await fc.assert(
    fc.asyncProperty(shortName, hexAddress, async (word, address) => {
      expect(await readRecipient(`${word}:${address}`, '31337')).toEqual({
        status: 'refused',
        fault: 'otherNetwork',
      })
    }),
  )
  for (const word of ['hyper_evm', 'constructor', 'toString', '__proto__', 'wan', 'x'])
    expect(await readRecipient(`${word}:${validAddress}`, '1')).toEqual({
      status: 'refused',
      fault: 'otherNetwork',
    })
  for (const word of labels)
    expect(await readRecipient(`${word}:${validAddress}`, '1')).toEqual({
      status: 'refused',
      fault: 'notAnAddress',
    })
  for (const text of [
    `hyper_evm:${validAddress}0`,
    `hyper_evm:${validAddress.slice(0, -1)}`,
    `hyper evm:${validAddress}`,
    `:${validAddress}`,
    `a.b:${validAddress}`,
    'hyper_evm:lena.eth',
    `${'x'.repeat(65)}:${validAddress}`,
  ])
    expect(await readRecipient(text, '1')).toEqual({ status: 'refused', fault: 'notAnAddress' })
})

test.each(['EIP155', 'Eip155', 'eip155'])(
  'the namespace %s: is read in any letter case',
  async (namespace) => {
    expect(await readRecipient(`${namespace}:31337:${validAddress}`, '31337')).toEqual({
      status: 'address',
      address: validAddress,
    })
    expect(await readRecipient(`${namespace}:31337:${validAddress}`)).toEqual({
      status: 'address',
      address: validAddress,
    })
    expect(await readRecipient(`${namespace}:1:${validAddress}`, '31337')).toEqual({
      status: 'refused',
      fault: 'otherNetwork',
    })
  },
)

test.each(['ethereum', 'ETHEREUM', 'Ethereum'])(
  'the scheme %s: is read in any letter case, as QR codes use capitals',
  async (scheme) => {
    expect(await readRecipient(`${scheme}:${validAddress}@1`, '1')).toEqual({
      status: 'address',
      address: validAddress,
    })
    expect(
      await readRecipient(`${scheme}:0X${validAddress.slice(2).toUpperCase()}@1`, '1'),
    ).toEqual({
      status: 'address',
      address: `0x${validAddress.slice(2).toUpperCase()}`,
    })
    expect(await readRecipient(`${scheme}:${validAddress}@10`, '1')).toEqual({
      status: 'refused',
      fault: 'otherNetwork',
    })
  },
)

test.each([
  'cosmos:cosmoshub-3:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0',
  'starknet:SN_GOERLI:0x02dd1b492765c064eac4039e3841aa5f382773b598097a40073bd8b48170ab57',
  'hedera:mainnet:0.0.1234567890-zbhlt',
  'SOLANA:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
])('an account of another namespace is refused as `otherNetwork`: %s', async (text) => {
  expect(await readRecipient(text, '1')).toEqual({ status: 'refused', fault: 'otherNetwork' })
})

/** Characters that chats and right-to-left pages add around a copied text. */
const wraps = [
  '\u200e',
  '\u200f',
  '\ufeff',
  '\u00a0',
  '\u200b',
  '\u2060',
  '\u061c',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u202a',
  '\u202b',
  '\u202c',
  ' ',
  '\n',
  '\u3000',
]

test('invisible marks around a name or an address are removed; marks inside are not', async () => {
  const around = fc
    .array(fc.constantFrom(...wraps), { maxLength: 4 })
    .map((marks) => marks.join(''))
  await fc.assert(
    fc.asyncProperty(
      around,
      around,
      fc.constantFrom('lena.eth', '👩‍🚀.eth', 'نامه‌ای.eth', 'lena.🏴󠁧󠁢󠁷󠁬󠁳󠁿'),
      async (before, after, name) => {
        expect(await readRecipient(before + name + after)).toEqual({ status: 'name', name })
        expect(await readRecipient(before + validAddress + after)).toEqual({
          status: 'address',
          address: validAddress,
        })
      },
    ),
  )
  for (const mark of ['\u200e', '\u200f', '\ufeff', '\u200b'])
    expect(await readRecipient(`le${mark}na.eth`)).not.toEqual({ status: 'name', name: 'lena.eth' })
})

test.each([
  'solana:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  'bitcoin:bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh?amount=1',
  'bip122:000000000019d6689c085ae165831e93:bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
])('the text %s is refused as `otherNetwork`', async (text) => {
  expect(await readRecipient(text, '1')).toEqual({ status: 'refused', fault: 'otherNetwork' })
})

test.each(['lena.eth', 'pay.lena.eth', 'Ｌena.eth', '0xdesigner.eth', 'алиса.eth', '🍞.eth'])(
  'the text %s is read as a name',
  async (name) => {
    expect(await readRecipient(name)).toEqual({ status: 'name', name })
  },
)

/** Names that ENSIP-15 accepts, changes or refuses. The kit passes all of them on unchanged. */
const written = [
  '👩‍🚀.eth',
  '🏴‍☠️.eth',
  '🏳️‍🌈.lena.eth',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿.eth',
  'lena.🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  'نامه‌ای.eth',
  'क्‍ष.eth',
  'le\u00adna.eth',
  'le\u200bna.eth',
  '\u202elena.eth',
  'lena.eth\u200d',
  'l\u200fena.eth',
  '1️⃣.eth',
  '#️⃣.eth',
  '#\u20e3wagmi.eth',
  'É.eth',
]

test.each(written)('the name %j is kept as it was written', async (name) => {
  expect(await readRecipient(`  ${name}\n`)).toEqual({ status: 'name', name })
})

test('a name with strange characters is kept unchanged or refused', async () => {
  const part = fc.constantFrom(
    'a',
    '👩',
    '🚀',
    '🏴',
    '\u200d',
    '\u200c',
    '\u202e',
    '\u00ad',
    '\ufe0f',
    '\u{e0067}',
    '\u{e007f}',
    'ه',
    '.',
    '0x',
    '\u0000',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 10 }), async (parts) => {
      const text = `${parts.join('')}.eth`
      expect([
        { status: 'name', name: text },
        { status: 'refused', fault: 'notAnAddress' },
      ]).toContainEqual(await readRecipient(text))
    }),
  )
})

test('an address with an invisible character inside is refused, not corrected', async () => {
  expect(await readRecipient(validAddress.replace('6', '\u200b6'))).toEqual({
    status: 'refused',
    fault: 'notAnAddress',
  })
  expect(await readRecipient(`0x\u200b${validAddress.slice(2)}.eth`)).toEqual({
    status: 'refused',
    fault: 'notAnAddress',
  })
})

test.each([
  'lena',
  'lena.',
  '.eth',
  'a b.eth',
  `${validAddress}.eth`,
  validAddress.slice(0, -1),
  `${validAddress}0`,
  'https://lena.eth',
  'lena@example.org',
  `${'x'.repeat(255)}.eth`,
  '<b>',
  'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
])('the text %j is refused as `notAnAddress`', async (text) => {
  expect(await readRecipient(text)).toEqual({ status: 'refused', fault: 'notAnAddress' })
})

test('a text of only invisible characters counts as empty', async () => {
  expect(await readRecipient(' \u200b')).toEqual({ status: 'empty' })
})

test('readRecipient never throws, whatever text is pasted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 600 }), async (text) => {
      expect(['empty', 'address', 'name', 'refused']).toContain((await readRecipient(text)).status)
    }),
  )
})

/** Addresses with the checksum of their chain. Source: the test cases of EIP-1191 */
const rootstock = [
  ['30', '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD'],
  ['30', '0xDBF03B407c01E7CD3cBea99509D93F8Dddc8C6FB'],
  ['31', '0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd'],
] as const

test.each(rootstock)(
  'Rootstock (%s) accepts its own checksum and the checksum of EIP-55: %s',
  async (chainId, address) => {
    const checksummed = { status: 'address', address: getAddress(address) }
    expect(await readRecipient(address, chainId)).toEqual(checksummed)
    expect(await readRecipient(`eip155:${chainId}:${address}`, chainId)).toEqual(checksummed)
    expect(await readRecipient(`ethereum:${address}@${chainId}`)).toEqual(checksummed)
    expect(await readRecipient(getAddress(address), chainId)).toEqual(checksummed)
    for (const otherChainId of ['1', chainId === '30' ? '31' : '30', undefined])
      expect(await readRecipient(address, otherChainId)).toEqual({
        status: 'refused',
        fault: 'wrongChecksum',
      })
  },
)

test('on Rootstock, a letter in the wrong case fails with `wrongChecksum`', async () => {
  await fc.assert(
    fc.asyncProperty(
      hexAddress,
      fc.constantFrom('30', '31'),
      fc.nat(),
      async (address, chainId, place) => {
        const own = checksumOf(address, chainId)
        expect(await readRecipient(own, chainId)).toEqual({
          status: 'address',
          address: getAddress(address),
        })
        const letters = [...own].flatMap((letter, at) =>
          at > 1 && /[a-f]/i.test(letter) ? [at] : [],
        )
        const at = letters[place % letters.length]
        if (at === undefined) return
        const letter = own.charAt(at)
        const wrong =
          own.slice(0, at) +
          (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()) +
          own.slice(at + 1)
        const isInOneCase = [wrong.slice(2).toLowerCase(), wrong.slice(2).toUpperCase()].includes(
          wrong.slice(2),
        )
        if (!isInOneCase && wrong !== getAddress(address))
          expect(await readRecipient(wrong, chainId)).toEqual({
            status: 'refused',
            fault: 'wrongChecksum',
          })
      },
    ),
  )
})

test.each(['0X', 'ethereum:0X', 'ethereum:pay-0X', 'eip155:1:0X', 'eth:0X'])(
  'an address with the prefix %s is accepted',
  async (start) => {
    const hex = validAddress.slice(2)
    for (const digits of [hex, hex.toUpperCase(), hex.toLowerCase()])
      expect(await readRecipient(start + digits, '1')).toEqual({
        status: 'address',
        address: `0x${digits}`,
      })
    expect(await readRecipient(start + hex.replace('Fd6', 'fd6'), '1')).toEqual({
      status: 'refused',
      fault: 'wrongChecksum',
    })
    expect(await readRecipient(start + hex.slice(1), '1')).toMatchObject({ status: 'refused' })
  },
)
