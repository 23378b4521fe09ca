/** Tests of metadata that a node could forge. */
import { decAnyMetadata, metadata as metadataCodec } from '@polkadot-api/substrate-bindings'
import { merkleizeMetadata } from '@polkadot-api/merkleize-metadata'
import { expect, test } from 'vitest'
import { toHex } from '@latchkey/protocol/hex'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import { callsOf } from './testing/callsOf.ts'
import { createTestAccount } from './testing/createTestAccount.ts'
import { assetHub } from './testing/todaysMetadata.ts'
import { readCall } from './readCall.ts'
import { readMetadata } from './readMetadata.ts'

type Decoded = Extract<ReturnType<typeof decAnyMetadata>['metadata'], { tag: 'v15' }>

const friend = { type: 'Id', value: writeSs58(new Uint8Array(32).fill(5), 0) }
const calls = callsOf(assetHub.metadata)
const payment = calls.encode('Balances', 'transfer_keep_alive', { dest: friend, value: 20_000n })

/** The metadata of Asset Hub with a change. */
function forged(change: (metadata: Decoded['value']) => void): Uint8Array {
  const decoded = decAnyMetadata(assetHub.metadata)
  if (decoded.metadata.tag !== 'v15') throw new Error('The metadata has version 15')
  change(decoded.metadata.value)
  return metadataCodec.enc(decoded)
}

const hashOf = (bytes: Uint8Array) =>
  toHex(merkleizeMetadata(bytes, { decimals: 10, tokenSymbol: 'DOT' }).digest())

test('the encoding of the tests changes nothing by itself', () => {
  expect(toHex(forged(() => {}))).toBe(toHex(assetHub.metadata))
})

test('types that are out of their place are refused, though their hash is right', async () => {
  const { state, sign } = await createTestAccount()
  // the hash finds types by `id`: with both places exchanged it stays the same
  state.metadata = forged(({ lookup }) => {
    const [first, second] = [lookup[212], lookup[213]]
    if (first && second) [lookup[212], lookup[213]] = [second, first]
  })
  expect(hashOf(state.metadata)).toBe(hashOf(assetHub.metadata))
  await expect(sign(payment)).rejects.toMatchObject({ code: 'answerInvalid' })
})

test('parameters of types, which the hash does not cover, change nothing that is read', () => {
  const bytes = calls.encode('Proxy', 'proxy', {
    real: friend,
    force_proxy_type: { type: 'Any', value: undefined },
    call: calls.call('System', 'remark', { remark: new Uint8Array(2) }),
  })
  const metadata = forged(({ lookup }) => {
    for (const { path, params } of lookup)
      if (path[0] === 'Option') for (const parameter of params) parameter.type = 0
  })
  expect(hashOf(metadata)).toBe(hashOf(assetHub.metadata))
  const [types, honest] = [metadata, assetHub.metadata].map((each) => readMetadata(each).types)
  expect(types).not.toEqual(honest) // the change is there
  expect(readCall(readMetadata(metadata), bytes)).toEqual(
    readCall(readMetadata(assetHub.metadata), bytes),
  )
})

test('with the names of two calls exchanged, another hash is signed, which the network refuses', async () => {
  const { state, sign } = await createTestAccount()
  state.metadata = forged(({ lookup }) => {
    for (const { def } of lookup) {
      if (def.tag !== 'variant') continue
      const find = (name: string) => def.value.find((variant) => variant.name === name)
      const [plain, forced] = [find('transfer_keep_alive'), find('burn')]
      if (plain && forced) [plain.name, forced.name] = [forced.name, plain.name]
    }
  })
  await sign(payment)
  const signed = toHex(state.shown[0]?.encoded.toSign ?? new Uint8Array())
  expect(signed.endsWith(hashOf(state.metadata))).toBe(true)
  expect(signed.endsWith(hashOf(assetHub.metadata))).toBe(false)
})

/** The metadata of a runtime that does not check its hash. */
const unchecked = forged(({ extrinsic }) => {
  extrinsic.signedExtensions = extrinsic.signedExtensions.filter(
    ({ identifier }) => identifier !== 'CheckMetadataHash',
  )
})
const parts = readMetadata(unchecked).extensions.map(({ identifier }) => identifier)

test('a known network whose metadata lacks the check is refused', async () => {
  const { state, sign } = await createTestAccount()
  state.metadata = unchecked
  await expect(sign(payment, { signedExtensions: parts })).rejects.toMatchObject({
    code: 'answerInvalid',
  })
  expect(state.shown).toEqual([])
})

test('on another network without the check, nothing of the call is told, and a tick is needed', async () => {
  const reference = 'ab'.repeat(16)
  const { state, sign } = await createTestAccount({
    network: { ...assetHub.network, networkId: `polkadot:${reference}`, reference },
    metadata: unchecked,
    genesisHash: `0x${'ab'.repeat(32)}`,
  })
  const { signedTransaction } = await sign(payment, { signedExtensions: parts })
  expect(signedTransaction.endsWith(toHex(payment))).toBe(true)
  expect(state.shown[0]).toMatchObject({ effects: undefined, text: { isRisky: true } })
  // a hash that the runtime does not check proves nothing
  const metadataHash = `0x${hashOf(assetHub.metadata)}`
  await expect(
    sign(payment, { signedExtensions: parts, mode: 1, metadataHash }),
  ).rejects.toMatchObject({ code: -32003 })
})

test('a part with a content that is unknown here is refused', async () => {
  const { state, sign } = await createTestAccount()
  state.metadata = forged(({ extrinsic }) => {
    for (const extension of extrinsic.signedExtensions)
      if (extension.identifier === 'CheckWeight') {
        extension.identifier = 'ChargeMore'
        extension.type = 0
      }
  })
  const signedExtensions = readMetadata(state.metadata).extensions.map(
    ({ identifier }) => identifier,
  )
  await expect(sign(payment, { signedExtensions })).rejects.toMatchObject({ code: -32003 })
})

test.each([
  ['nothing', new Uint8Array()],
  ['random bytes', Uint8Array.from({ length: 99 }, (_, at) => at * 7)],
  ['the first half of metadata', assetHub.metadata.slice(0, 200_000)],
])('refuses %s in place of metadata', async (_, bytes) => {
  const { state, sign } = await createTestAccount()
  state.metadata = bytes
  await expect(sign(payment)).rejects.toMatchObject({ code: 'answerInvalid' })
  for (const result of [7, '0x1', null, {}]) {
    state.answer = () => ({ result })
    await expect(sign(payment)).rejects.toMatchObject({ code: 'answerInvalid' })
  }
})

type Parts = Decoded['value']['extrinsic']['signedExtensions']
const moved = (parts: Parts, name: string, to: number): Parts => {
  const part = parts.filter(({ identifier }) => identifier === name)
  return parts.filter(({ identifier }) => identifier !== name).toSpliced(to, 0, ...part)
}

test.each<[string, (parts: Parts) => Parts]>([
  ['the check of the metadata first', (all) => moved(all, 'CheckMetadataHash', 0)],
  ['no genesis', (all) => all.filter(({ identifier }) => identifier !== 'CheckGenesis')],
  ['no time', (all) => all.filter(({ identifier }) => identifier !== 'CheckMortality')],
  [
    'a part twice',
    (all) => all.flatMap((part) => (part.identifier === 'CheckMortality' ? [part, part] : [part])),
  ],
  ['the check of the metadata twice', (all) => [...all, ...all.slice(-1)]],
  ['genesis and time exchanged', (all) => moved(all, 'CheckGenesis', 4)],
])('refuses parts in another order than all networks have them: %s', async (_, change) => {
  const { state, sign } = await createTestAccount()
  state.metadata = forged(({ extrinsic }) => {
    extrinsic.signedExtensions = change(extrinsic.signedExtensions)
  })
  const signedExtensions = readMetadata(state.metadata).extensions.map(
    ({ identifier }) => identifier,
  )
  await expect(sign(payment, { signedExtensions })).rejects.toMatchObject({ code: -32003 })
  expect(state.shown).toEqual([])
})

type Def = Decoded['value']['lookup'][number]['def']

/** Adds types, each with two of the one before. Returns the number of the last one. */
function addMultiplying({ lookup }: Decoded['value'], count: number, first: Def): number {
  const from = lookup.length
  for (let id = from; id < from + count; id++) {
    const def: Def = id === from ? first : { tag: 'tuple', value: [id - 1, id - 1] }
    lookup.push({ id, path: [], params: [], def, docs: [] })
  }
  return lookup.length - 1
}

test.each([
  [
    'a part of transactions',
    (metadata: Decoded['value']) => {
      const type = addMultiplying(metadata, 31, { tag: 'tuple', value: [] })
      const { signedExtensions } = metadata.extrinsic
      metadata.extrinsic.signedExtensions = signedExtensions.map((extension, place) =>
        place === 0 ? { ...extension, type } : extension,
      )
    },
  ],
  [
    'the prefix of addresses',
    (metadata: Decoded['value']) => {
      const { lookup } = metadata
      const u8 = lookup.findIndex(({ def }) => def.tag === 'primitive' && def.value.tag === 'u8')
      const type = addMultiplying(metadata, 25, { tag: 'array', value: { len: 4, type: u8 } })
      for (const { constants } of metadata.pallets)
        for (const constant of constants) if (constant.name === 'SS58Prefix') constant.type = type
    },
  ],
])('a type that multiplies with its depth is refused at once: %s', async (_, change) => {
  const { state, sign } = await createTestAccount()
  state.metadata = forged(change)
  const begin = performance.now()
  await expect(sign(payment)).rejects.toBeDefined()
  expect(performance.now() - begin).toBeLessThan(15_000) // without a limit, it is a minute
})
