import { decAnyMetadata, metadata as codec, unifyMetadata } from '@polkadot-api/substrate-bindings'
import { expect, test } from 'vitest'
import { reasonOf } from '../../../session/startTestKit.ts'
import { readTestMetadata, testChains } from '../testing/testMetadata.ts'
import type { TestChainName } from '../testing/testMetadata.ts'
import { hexOf } from './bytes.ts'
import { isBounded } from './isBounded.ts'
import { readRuntime } from './runtime.ts'

type Types = Parameters<typeof isBounded>[0]

const names = Object.keys(testChains) as TestChainName[] // the cast: these are its keys
const typesOf = (defs: readonly Types[number]['def'][]): Types =>
  defs.map((def, id) => ({ id, path: [], params: [], def, docs: [] }))

test.each(names)('the types of %s are bounded', async (name) => {
  const { metadata } = await readTestMetadata(name)
  expect(isBounded(unifyMetadata(decAnyMetadata(metadata)).lookup)).toBe(true)
})

test('a type may have many parts, but not any number of them', () => {
  const u8 = { tag: 'primitive' as const, value: { tag: 'u8' as const, value: undefined } }
  const u32 = { tag: 'primitive' as const, value: { tag: 'u32' as const, value: undefined } }
  const array = (type: number, len: number) => ({ tag: 'array' as const, value: { type, len } })
  const tuple = (...value: number[]) => ({ tag: 'tuple' as const, value })
  expect(isBounded(typesOf([u8, array(0, 2 ** 31)]))).toBe(true)
  expect(isBounded(typesOf([u32, array(0, 1_000), tuple(1, 1, 1)]))).toBe(true)
  expect(isBounded(typesOf([u32, array(0, 5_000)]))).toBe(false)
  expect(isBounded(typesOf([u32, array(0, 1_000), tuple(1, 1, 1, 1, 1)]))).toBe(false)
  expect(isBounded(typesOf([tuple(), array(0, 2 ** 31)]))).toBe(false)
  expect(isBounded(typesOf([tuple(1), tuple(0)]))).toBe(false)
  // a list of itself needs a byte for each
  expect(isBounded(typesOf([{ tag: 'sequence', value: 0 }]))).toBe(true)
})

test('metadata whose types double with each step is refused at once', async () => {
  const { metadata, version } = await readTestMetadata('asset-hub-polkadot')
  const decoded = decAnyMetadata(metadata)
  if (decoded.metadata.tag !== 'v15') throw new Error('The metadata has version 15')
  const { lookup, pallets } = decoded.metadata.value
  const first = lookup.length
  const u8 = lookup.findIndex(({ def }) => def.tag === 'primitive' && def.value.tag === 'u8')
  for (let id = first; id < first + 40; id++) {
    const def =
      id === first
        ? ({ tag: 'array', value: { len: 4, type: u8 } } as const)
        : ({ tag: 'tuple', value: [id - 1, id - 1] } as const)
    lookup.push({ id, path: [], params: [], def: { ...def } as never, docs: [] }) // the codec's form
  }
  for (const { constants } of pallets)
    for (const constant of constants) if (constant.name === 'SS58Prefix') constant.type = first + 39
  const read = Promise.resolve().then(() => readRuntime(hexOf(codec.enc(decoded)), version))
  expect(await reasonOf(read)).toMatchObject({ code: 'answerInvalid' })
})
