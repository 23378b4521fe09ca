import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldNames, fields, startState, tokens } from './fields.ts'
import { readHash, writeHash } from './hash.ts'
import { states } from './arbitraryState.ts'

test('a state can be written to a URL and read back; the URL has only the values that differ from the start state', () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(readHash(`#${writeHash(state)}`)).toEqual(state)
    }),
  )
  expect(writeHash(startState)).toBe('')
  expect(
    writeHash({
      ...startState,
      mode: 'light',
      send: false,
      '--lk-accent': '#b4461e',
      networks: ['base', 'solana'],
    }),
  ).toBe('mode=light&--lk-accent=%23b4461e&networks=base%2Csolana&send=0')
})

test('the valid parts of a URL are read, and the invalid parts are ignored', () => {
  expect(
    readHash(
      '#mode=light&size=huge&send=yes&socials=google,google&networks=&--lk-accent=%3Bcolor:red%7D&unknown=1',
    ),
  ).toEqual({ ...startState, mode: 'light' })
  expect(readHash('#socials=&services=')).toEqual({ ...startState, socials: [], services: [] })
  // an order is valid only if it contains all names
  expect(readHash('#connectMethodsOrder=wallet,email')).toEqual(startState)
  expect(readHash('#services=wallet,api').services).toEqual(['api', 'wallet'])
  expect(readHash(`#label=${'x'.repeat(7_000)}&mode=light`)).toEqual(startState)
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(...fieldNames, '=', '&', '%', '#', ',', '__proto__', '1'),
      fc.string(),
    ),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(pieces, (parts) => {
      const state = readHash(parts.join(''))
      expect(Object.keys(state)).toEqual([...fieldNames])
      expect(readHash(writeHash(state))).toEqual(state)
    }),
  )
})

test('no theme in a URL loads a file from another server', () => {
  const files = [
    'url(//attacker.example/x)',
    'URL( /x )',
    'image-set("//attacker.example/x" 1x)',
    "-webkit-image-set('x' 1x)",
    'cross-fade(red, "//attacker.example/x")',
    'red, url(x)',
    'image("x")',
    'src("x")',
  ]
  for (const name of tokens) {
    for (const value of files)
      expect([
        value,
        readHash(`#${new URLSearchParams({ [name]: value }).toString()}`)[name],
      ]).toEqual([value, ''])
  }
  for (const value of ['rgb(0 0 0 / 50%)', 'light-dark(#fff, #000)', `'Image Sans', serif`])
    expect(
      readHash(`#${new URLSearchParams({ '--lk-font': value }).toString()}`)['--lk-font'],
    ).toBe(value)
})

test('`tokens` equals the CSS variables listed in the guide', async () => {
  const { readFile } = await import('node:fs/promises')
  const guide = await readFile(new URL('../../../../../docs/guide.md', import.meta.url), 'utf8')
  const table = guide.slice(guide.indexOf('| variable | role |'))
  const listed = new Set(table.slice(0, table.indexOf('\n\n')).match(/--lk-[a-z-]+/g))
  expect(new Set<string>(tokens)).toEqual(listed)
  expect(Object.values(fields).every(({ start }) => start !== undefined)).toBe(true)
})
