import fc from 'fast-check'
import { encodeAbiParameters, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { isOneWord, isWordOf, readFunction, wordOfValue } from './functions.ts'

const sizes = fc.integer({ min: 1, max: 32 })
const oneWord = fc.oneof(
  fc.constantFrom('address', 'bool', 'uint', 'int'),
  sizes.map((size) => `uint${8 * size}`),
  sizes.map((size) => `int${8 * size}`),
  sizes.map((size) => `bytes${size}`),
)
const type = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    oneWord,
    fc.constantFrom('string', 'bytes'),
    tie('type').map((item) => `${item}[]`),
    fc.tuple(tie('type'), sizes).map(([item, size]) => `${item}[${size}]`),
    fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map((items) => `(${items.join(',')})`),
  ),
})).type

test('a selector is that of viem, however the function is spelled', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-zA-Z]\w{0,10}$/),
      fc.array(type, { maxLength: 4 }),
      fc.constantFrom('', ' ', '  '),
      (name, types, space) => {
        const text = `${name}(${types.join(`,${space}`)})`
        const full = `${name}(${types.join(',').replaceAll(/\b(u?int)\b/g, '$1256')})`
        fc.pre(Math.max(text.length, full.length) <= 256)
        const read = readFunction(text)
        expect(read?.signature).toBe(full)
        expect(read?.selector).toBe(toFunctionSelector(`function ${full}`))
        expect(read?.types).toHaveLength(types.length)
      },
    ),
  )
})

test('a function that the wallet’s server would not store is not read', () => {
  const longest = `buy(${Array(30).fill('uint256').join(',')},uint8)`
  expect(readFunction(longest)?.signature).toHaveLength(longest.length)
  expect(longest.length).toBeLessThanOrEqual(256)
  // it is written with its sizes
  expect(readFunction(`buy(${Array(50).fill('uint').join(',')})`)).toBeUndefined()
  expect(readFunction(`buy(${Array(40).fill('uint256').join(',')})`)).toBeUndefined()
})

test('what is no function is not read', () => {
  for (const text of [
    '',
    'buy',
    '(uint256)',
    'buy(uint257)',
    'buy(uint7)',
    'buy(bytes33)',
    'buy(uint256,)',
    'buy((uint256)',
    'buy(uint256))',
    'buy(uint256 amount)',
    'buy(number)',
    'buy()x',
    `${'('.repeat(5_000)}`,
    `buy(uint256${'[1]'.repeat(100_000)}x)`,
    `buy(${'('.repeat(9)}uint256${')'.repeat(9)})`,
  ])
    expect(readFunction(text), text).toBeUndefined()
  fc.assert(fc.property(fc.string(), (text) => void readFunction(text)))
})

test('a value is the word that the ABI has, and nothing that a contract refuses is one', () => {
  const cases: readonly [string, unknown][] = [
    ['uint256', '0x0a'],
    ['uint8', 255],
    ['int16', '-32768'],
    ['bool', true],
    ['address', `0x${'ab'.repeat(20)}`],
    ['bytes4', '0x01020304'],
  ]
  for (const [name, value] of cases) {
    const word = wordOfValue(name, value)
    const given = /int/.test(name) ? BigInt(value as string) : value // numbers of the list
    expect(word).toBe(encodeAbiParameters([{ type: name }], [given]))
    expect(isWordOf(name, word ?? '0x')).toBe(true)
  }
  for (const [name, value] of [
    ['uint8', 256],
    ['uint8', -1],
    ['int8', 128],
    ['bool', 1],
    ['bool', 'true'],
    ['address', '0x01'],
    ['bytes4', '0x0102030405'],
    ['string', 'text'],
    ['uint256[]', '1'],
    ['uint256', 1.5],
    ['uint256', {}],
  ] as const)
    expect(wordOfValue(name, value), `${name} ${String(value)}`).toBeUndefined()
  fc.assert(
    fc.property(oneWord, fc.anything(), (name, value) => {
      const full = readFunction(`f(${name})`)?.types[0] ?? ''
      expect(isOneWord(full)).toBe(true)
      const word = wordOfValue(full, value)
      if (word !== undefined) expect(isWordOf(full, word)).toBe(true)
    }),
  )
})
