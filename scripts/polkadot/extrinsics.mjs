// Transactions of today's chains: @polkadot/types and polkadot-api read what we write, sign the same
// bytes, and write what we read. The calls and events are generated from the types of each runtime.
import { toHex } from '../../packages/protocol/src/hex.ts'
import { polkadotKeyOf } from '../../packages/protocol/src/chains/polkadotKeys.ts'
import { writeSs58 } from '../../packages/protocol/src/chains/ss58.ts'
import {
  readCall,
  readTransfer,
  writeTransfer,
} from '../../packages/kit/src/chains/polkadot/wire/calls.ts'
import { readEra, writeEra } from '../../packages/kit/src/chains/polkadot/wire/era.ts'
import { errorName, readEvents } from '../../packages/kit/src/chains/polkadot/wire/events.ts'
import {
  extrinsicHash,
  keyTypes,
  readExtrinsic,
  writeExtrinsic,
} from '../../packages/kit/src/chains/polkadot/wire/extrinsic.ts'
import {
  bytesToSign,
  createPayload,
  readPayload,
} from '../../packages/kit/src/chains/polkadot/wire/payload.ts'
import { isSignedBy, readSignature } from '../../packages/kit/src/chains/polkadot/wire/signature.ts'
import { existentialDepositOf } from '../../packages/kit/src/chains/polkadot/wire/runtime.ts'
import { compactOf, createBytes, littleEndian } from './createBytes.mjs'
import { loadRuntimes } from './runtimes.mjs'

const hexOf = (bytes) => `0x${toHex(bytes)}`
const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

function attempt(make) {
  try {
    return make()
  } catch {
    return undefined
  }
}

/** All calls of a runtime: the pallet, and the variant of the call. */
const callsOf = ({ metadata, registry }) =>
  metadata.asLatest.pallets
    .filter(({ calls }) => calls.isSome)
    .flatMap((pallet) =>
      registry.lookup
        .getSiType(pallet.calls.unwrap().type)
        .def.asVariant.variants.map((variant) => ({ pallet, variant })),
    )

/** The bytes of a call with generated arguments. Undefined for a call that can't be made. */
function callBytes(bytes, { pallet, variant }) {
  const made = bytes.variant(variant)
  return made && Uint8Array.from([pallet.index.toNumber(), ...made])
}

/** The bytes of any call that @polkadot/types can read. */
function generatedCall(chain, bytes, random, calls) {
  for (;;) {
    const made = callBytes(bytes, random.pick(calls))
    if (made && theirCall(chain, made)) return made
  }
}

/** What @polkadot/types reads: undefined if it would write other bytes. */
function theirCall({ registry }, bytes) {
  const call = attempt(() => registry.createType('Call', bytes))
  if (!call || hexOf(call.toU8a()) !== hexOf(bytes)) return undefined
  return { pallet: call.section, name: call.meta.name.toString() }
}

const lowerFirst = (text) => text && text[0].toLowerCase() + text.slice(1)
/** The name of a pallet as @polkadot/types writes it. */
const camel = (text) => text.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, (part) => part.toLowerCase())

function compareCalls(chain, { tally, random }, calls, bytes) {
  const { registry, runtime } = chain
  for (const call of calls) {
    const written = callBytes(bytes, call)
    if (!written) {
      tally.check('calls of which no value was found', true)
      continue
    }
    const ours = readCall(runtime, written)
    const theirs = theirCall(chain, written)
    const hint = {
      chain: chain.name,
      call: `${call.pallet.name}.${call.variant.name}`,
      bytes: hexOf(written),
    }
    const expected = { pallet: call.pallet.name.toString(), name: call.variant.name.toString() }
    tally.same('calls read by us', ours && { pallet: ours.pallet, name: ours.name }, expected, hint)
    if (theirs) tally.same('calls read by @polkadot/types', theirs.name, expected.name, hint)
    else tally.check('calls that @polkadot/types can’t read, or writes otherwise', true)
    if (!ours || !theirs) continue
    const { args } = registry.createType('Call', written)
    const { value } =
      runtime.lookup.metadata.lookup[
        runtime.lookup.metadata.pallets.find(({ name }) => name === ours.pallet).calls.type
      ].def
    const { fields } = value.find(({ name }) => name === ours.name)
    fields.forEach(({ name, type }, at) => {
      const part = Array.isArray(ours.parameters)
        ? ours.parameters[at]
        : fields.length === 1 && name === undefined
          ? ours.parameters
          : ours.parameters[name]
      tally.same(
        'arguments of calls',
        hexOf(runtime.builder.buildDefinition(type).enc(part)),
        hexOf(args[at].toU8a()),
        `${ours.pallet}.${ours.name} ${name}`,
      )
    })
    compareMutated(chain, { tally, random }, written)
  }
}

/** Changed bytes of a call: both read the same call, or none. */
function compareMutated(chain, { tally, random }, written) {
  const at = random.below(written.length)
  const changed = random.pick([
    () => written.with(at, random.below(256)),
    () => written.slice(0, at),
    () => Uint8Array.from([...written, random.below(256)]),
    () => Uint8Array.from([...written.slice(0, at), random.below(256), ...written.slice(at)]),
    () => Uint8Array.from([...written.slice(0, at), ...written.slice(at + 1)]),
  ])()
  const ours = readCall(chain.runtime, changed)
  const theirs = theirCall(chain, changed)
  tally.same(
    'changed calls',
    ours && { pallet: camel(ours.pallet), name: ours.name },
    theirs,
    hexOf(changed),
  )
}

function comparePayments(chain, { tally, random }, tx) {
  for (let count = 0; count < 100; count += 1) {
    const to = random.bytes(32)
    const address = writeSs58(to, chain.base58Prefix)
    const amount = random.big(128)
    const built = tx.balances.transferKeepAlive(address, amount)
    tally.same(
      'payments written',
      hexOf(writeTransfer(chain.runtime, { to: address, amount })),
      built.toHex(),
    )
    tally.same(
      'payments of everything written',
      hexOf(writeTransfer(chain.runtime, { to: address, amount: 'all' })),
      tx.balances.transferAll(address, false).toHex(),
    )
    const generic = writeSs58(to, 42)
    const read = (call) => {
      const ours = readTransfer(readCall(chain.runtime, call.toU8a()))
      return (
        ours && {
          ...ours,
          to: writeSs58(chain.registry.createType('AccountId', ours.to).toU8a(), 42),
        }
      )
    }
    for (const [call, expected] of [
      [built, { to: generic, amount }],
      [tx.balances.transferAllowDeath(address, amount), { to: generic, amount }],
      [tx.balances.transferAll(address, random.below(2) === 1), { to: generic, amount: 'all' }],
      [tx.balances.forceTransfer(address, address, amount), undefined],
      [tx.utility.batchAll([built, built]), undefined],
      [tx.system.remark(hexOf(to)), undefined],
    ])
      tally.same('payments read', read(call), expected, `${call.section}.${call.method}`)
  }
}

/** Batches and payments of assets that @polkadot/types builds. */
function compareBatches(chain, { tally, random }, tx) {
  for (let count = 0; count < 60; count += 1) {
    const address = writeSs58(random.bytes(32), chain.base58Prefix)
    const part = () =>
      random.pick([
        () => tx.balances.transferKeepAlive(address, random.big(100)),
        () => tx.balances.transferAll(address, random.below(2) === 1),
        () => tx.system.remarkWithEvent(hexOf(random.bytes(random.below(300)))),
        () =>
          (tx.assets ?? tx.balances).transferKeepAlive(
            ...(tx.assets ? [random.below(2_000)] : []),
            address,
            random.big(100),
          ),
      ])()
    const parts = Array.from({ length: random.below(6) }, part)
    const built = random.pick([tx.utility.batch, tx.utility.batchAll, tx.utility.forceBatch])(parts)
    const ours = readCall(chain.runtime, built.toU8a())
    const { calls } = ours.parameters
    tally.same(
      'batches read',
      { name: ours.name, calls: calls.map(({ type, value }) => `${camel(type)}.${value.type}`) },
      {
        name: built.meta.name.toString(),
        calls: parts.map((call) => `${call.section}.${call.meta.name}`),
      },
    )
  }
}

/** Payloads with every field at random, in the form that wallets take. */
function payloadOf(chain, random, call) {
  const payload = createPayload(chain.runtime, {
    address: writeSs58(random.bytes(32), random.pick([0, 2, 42])),
    call,
    genesisHash: chain.genesisHash,
    blockHash: hexOf(random.bytes(32)),
    height: Number(random.big(32)),
    nonce: Number(random.big(32)),
  })
  const hasMode = random.below(2) === 1
  const number = (value, length) => `0x${value.toString(16).padStart(2 * length, '0')}`
  return {
    ...payload,
    ...(random.below(2) && { tip: number(random.big(100), 16) }),
    ...(random.below(6) === 0 && { era: '0x00', blockHash: chain.genesisHash }),
    ...(hasMode && { mode: 1, metadataHash: hexOf(random.bytes(32)) }),
  }
}

/** The same transaction in the words of polkadot-api: the bytes of each signed extension. */
function theirExtensions(chain, payload) {
  const era = bytesOf(payload.era)
  const hasHash = payload.mode === 1
  const known = {
    CheckSpecVersion: [[], littleEndian(chain.version.specVersion, 4)],
    CheckTxVersion: [[], littleEndian(chain.version.transactionVersion, 4)],
    CheckGenesis: [[], bytesOf(payload.genesisHash)],
    CheckMortality: [era, bytesOf(payload.blockHash)],
    CheckNonce: [compactOf(payload.nonce), []],
    ChargeTransactionPayment: [compactOf(payload.tip), []],
    ChargeAssetTxPayment: [[...compactOf(payload.tip), 0], []],
    CheckMetadataHash: [[Number(hasHash)], hasHash ? [1, ...bytesOf(payload.metadataHash)] : [0]],
  }
  return Object.fromEntries(
    payload.signedExtensions.map((identifier) => {
      const [value, additionalSigned] = known[identifier] ?? [[], []]
      const bytes = {
        value: Uint8Array.from(value),
        additionalSigned: Uint8Array.from(additionalSigned),
      }
      return [identifier, { identifier, ...bytes }]
    }),
  )
}

const nameInPapi = { ed25519: 'Ed25519', sr25519: 'Sr25519', ecdsa: 'Ecdsa' }

/** The transaction as polkadot-api signs it. It reads the whole metadata each time. */
async function comparePapi(
  chain,
  { tally, signers, key },
  { payload, call, toSign, signature, ours },
) {
  const { runtime, name } = chain
  // polkadot-api with the key itself
  let asked
  const own = signers.getPolkadotSigner(key.accountId, nameInPapi[key.type], (bytes) => {
    asked = bytes
    return signature
  })
  const theirExtension = theirExtensions(chain, payload)
  const theirBytes = await own.signTx(call, theirExtension, bytesOf(chain.hex), 1_000)
  tally.same('bytes to sign, polkadot-api', hexOf(toSign), hexOf(asked), name)
  tally.same('transactions, polkadot-api', hexOf(ours), hexOf(theirBytes), name)
  // polkadot-api with a wallet that takes payloads: the payload is ours
  const wallet = signers.getPolkadotSignerFromPjs(payload.address, async (given) => {
    asked = given
    return { id: 1, signature: `0x0${keyTypes.indexOf(key.type)}${toHex(signature)}` }
  })
  await wallet.signTx(call, theirExtension, bytesOf(chain.hex), Number(payload.blockNumber))
  tally.same('payloads, polkadot-api', comparable(payload), comparable(asked), name)
  tally.same(
    'bytes to sign of their payload',
    hexOf(bytesToSign(readPayload(runtime, asked))),
    hexOf(toSign),
  )
}

async function compareTransaction(chain, { tally, random, signers, isWithPapi }, call) {
  const { registry, runtime, name } = chain
  const payload = payloadOf(chain, random, call)
  const theirs = registry.createType('ExtrinsicPayload', payload, { version: payload.version })
  const whole = theirs.toU8a({ method: true })
  const unsigned = readPayload(runtime, payload)
  const toSign = bytesToSign(unsigned)
  tally.same(
    'bytes to sign, @polkadot/types',
    hexOf(toSign),
    hexOf(whole.length > 256 ? registry.hash(whole) : whole),
    { name, payload },
  )

  const key = polkadotKeyOf(random.bytes(32), '', random.pick(keyTypes))
  const signature = key.sign(toSign)
  const ours = writeExtrinsic(
    runtime,
    key.accountId,
    { keyType: key.type, bytes: signature },
    unsigned,
  )
  const read = registry.createType('Extrinsic', ours)
  tally.same(
    'transactions of ours read by @polkadot/types',
    {
      signer: writeSs58(key.accountId, chain.base58Prefix),
      nonce: Number(payload.nonce),
      tip: BigInt(payload.tip),
      era: payload.era,
      call: payload.method,
      type: nameInPapi[key.type],
      signature: hexOf(signature),
      bytes: hexOf(ours),
      hash: extrinsicHash(ours),
    },
    {
      signer: read.signer.toString(),
      nonce: read.nonce.toNumber(),
      tip: read.tip.toBigInt(),
      era: read.era.toHex(),
      call: read.method.toHex(),
      type:
        read.inner.signature.multiSignature?.type ??
        registry.createType(
          'ExtrinsicSignature',
          bytesOf(`0x0${keyTypes.indexOf(key.type)}${toHex(signature)}`),
        ).type,
      signature: read.signature.toHex(),
      bytes: read.toHex(),
      hash: read.hash.toHex(),
    },
    name,
  )
  if (isWithPapi)
    await comparePapi(chain, { tally, signers, key }, { payload, call, toSign, signature, ours })
  await compareForeign(chain, { tally, random, key }, payload)
  key.wipe()
}

/** A payload with its numbers as numbers: libraries pad hex in different ways. */
function comparable({
  nonce,
  tip,
  blockNumber,
  specVersion,
  transactionVersion,
  assetId,
  mode,
  metadataHash,
  ...rest
}) {
  const numbers = [nonce, tip, blockNumber, specVersion, transactionVersion].map(BigInt)
  // an immortal transaction has no block, and `assetId: undefined` is none
  const { blockHash: _, ...others } = rest
  const height = rest.era === '0x00' ? numbers.with(2, 0n) : numbers
  return {
    numbers: height,
    assetId,
    mode: mode ?? 0,
    metadataHash,
    ...others,
    blockHash: rest.blockHash,
  }
}

/** A transaction that @polkadot/types writes and signs. */
async function compareForeign(chain, { tally, key }, payload) {
  const { registry, runtime } = chain
  const extrinsic = registry.createType('Extrinsic', { method: payload.method }, { version: 4 })
  const asked = registry.createType('ExtrinsicPayload', payload, { version: 4 })
  const typed = (message) => Uint8Array.from([keyTypes.indexOf(key.type), ...key.sign(message)])
  const { signature } = asked.sign({ sign: typed })
  extrinsic.addSignature(writeSs58(key.accountId, 42), signature, asked.toHex())
  const bytes = extrinsic.toU8a()
  const ours = readExtrinsic(runtime, bytes)
  tally.same(
    'transactions of @polkadot/types read by us',
    ours && {
      account: hexOf(ours.account),
      signature: hexOf(ours.signature.bytes),
      type: ours.signature.keyType,
      call: hexOf(ours.call),
      nonce: hexOf(ours.extensions.CheckNonce),
      era: hexOf(ours.extensions.CheckMortality),
      hash: extrinsicHash(bytes),
    },
    {
      account: hexOf(key.accountId),
      signature: `0x${signature.slice(4)}`,
      type: key.type,
      call: payload.method,
      nonce: hexOf(compactOf(payload.nonce)),
      era: payload.era,
      hash: extrinsic.hash.toHex(),
    },
    chain.name,
  )
  tally.check(
    'their signatures verified by us',
    isSignedBy(key.accountId, readSignature(signature), bytesToSign(readPayload(runtime, payload))),
  )
  const bare = registry.createType('Extrinsic', { method: payload.method }, { version: 4 })
  const readBare = readExtrinsic(runtime, bare.toU8a())
  tally.same(
    'unsigned transactions read by us',
    { ...readBare, call: readBare && hexOf(readBare.call) },
    { kind: 'bare', call: payload.method },
  )
  // a transaction with a changed byte is no other one by accident
  const cut = bytes.slice(0, -1)
  tally.check('cut transactions, refused', readExtrinsic(runtime, cut) === undefined)
}

function compareEras({ registry, name }, { tally, random }) {
  for (let count = 0; count < 400; count += 1) {
    const current = Number(random.big(32))
    const theirs = registry.createType('ExtrinsicEra', { current, period: 64 })
    tally.same('eras written', hexOf(writeEra(current)), theirs.toHex(), { name, current })
    const period = 2 ** (2 + random.below(15))
    const era = registry.createType('ExtrinsicEra', { current, period })
    const ours = readEra(era.toU8a(), current)
    // read again from its bytes: the phase of the object is not rounded
    const { asMortalEra } = registry.createType('ExtrinsicEra', era.toU8a())
    tally.same(
      'eras read',
      ours,
      { birth: asMortalEra.birth(current), lastHeight: asMortalEra.death(current) - 1 },
      { name, current, period },
    )
  }
}

function compareEvents({ registry, metadata, runtime, name }, { tally, random }, bytes) {
  const pallets = metadata.asLatest.pallets.filter(({ events }) => events.isSome)
  const system = metadata.asLatest.pallets.find((pallet) => pallet.name.toString() === 'System')
  const events = system.storage.unwrap().items.find((item) => item.name.toString() === 'Events')
  const record = registry.lookup.getSiType(events.type.asPlain).def.asSequence.type
  for (let count = 0; count < 150; count += 1) {
    const length = 1 + random.below(5)
    const made = Array.from({ length }, () => [
      ...(bytes.value(record) ?? bytes.value(record) ?? []),
    ]).flat()
    const list = Uint8Array.from([...compactOf(length), ...made])
    const theirs = attempt(() => registry.createType('Vec<EventRecord>', list))
    if (!theirs || hexOf(theirs.toU8a()) !== hexOf(list)) {
      tally.check('events that @polkadot/types writes otherwise', true)
      continue
    }
    tally.same(
      'lists of events read',
      readEvents(runtime, hexOf(list))?.map(({ extrinsic, pallet, name: event }) => [
        extrinsic,
        pallet,
        event,
      ]),
      theirs.map(({ phase, event }) => [
        phase.isApplyExtrinsic ? phase.asApplyExtrinsic.toNumber() : undefined,
        pallets.find(({ index }) => index.toNumber() === event.index[0]).name.toString(),
        event.method,
      ]),
      name,
    )
  }
  // all errors of all pallets, and the runtime's own
  const failed = pallets.find((pallet) => pallet.name.toString() === 'System')
  const variants = registry.lookup.getSiType(failed.events.unwrap().type).def.asVariant.variants
  const { fields, index } = variants.find(
    (variant) => variant.name.toString() === 'ExtrinsicFailed',
  )
  const dispatch = fields[0].type
  const info = bytes.value(fields[1].type)
  const compareError = (error) => {
    const event = Uint8Array.from([
      4,
      0,
      ...littleEndian(3, 4),
      failed.index.toNumber(),
      index.toNumber(),
      ...error,
      ...info,
      0,
    ])
    const read = readEvents(runtime, hexOf(event))
    // by the names in the metadata: the errors that @polkadot/types itself knows are older
    const kinds = registry.lookup.getSiType(dispatch).def.asVariant.variants
    const kind = kinds.find((variant) => variant.index.toNumber() === error[0])
    const isModule = kind.name.toString() === 'Module'
    const [detail] = kind.fields
    const details = detail && registry.lookup.getSiType(detail.type).def
    const inner =
      details?.isVariant &&
      details.asVariant.variants.find((each) => each.index.toNumber() === error[1])
    const found =
      isModule &&
      registry.findMetaError({
        index: registry.createType('u8', error[1]),
        error: error.slice(2, 6),
      })
    const expected = found
      ? `${found.section}.${found.name}`
      : [kind.name, inner?.name].filter(Boolean).join('.')
    const ours = read && errorName(read[0].parameters.dispatch_error)
    const [pallet, ...rest] = ours?.split('.') ?? []
    const same = isModule ? ours && [camel(pallet), ...rest].join('.') : ours
    tally.same('errors named', same, expected, { name, error: hexOf(error) })
  }
  for (const pallet of metadata.asLatest.pallets.filter(({ errors }) => errors.isSome))
    for (const variant of registry.lookup.getSiType(pallet.errors.unwrap().type).def.asVariant
      .variants)
      compareError(Uint8Array.from([3, pallet.index.toNumber(), variant.index.toNumber(), 0, 0, 0]))
  for (let count = 0; count < 60; count += 1) {
    const error = bytes.value(dispatch)
    if (error[0] !== 3) compareError(error)
  }
}

export async function run({ load, tally, random }) {
  const { decorateExtrinsics } = await load('@polkadot/types/metadata/decorate')
  const { cryptoWaitReady } = await load('@polkadot/util-crypto')
  await cryptoWaitReady()
  const signers = {
    ...(await load('polkadot-api/signer')),
    ...(await load('polkadot-api/pjs-signer')),
  }
  for (const chain of await loadRuntimes(load)) {
    const { registry, metadata, runtime, name, version } = chain
    const bytes = createBytes(registry, random)
    const calls = callsOf(chain)
    const tx = decorateExtrinsics(registry, metadata.asLatest, 15)
    tally.note(
      `${name} ${version.specVersion}: ${calls.length} calls; ${runtime.extensions.map(({ identifier }) => identifier).join(' ')}`,
    )
    tally.same('existential deposits', existentialDepositOf(runtime), theirDeposit(chain))
    const tools = { tally, random, signers }
    compareCalls(chain, tools, calls, bytes)
    comparePayments(chain, tools, tx)
    compareBatches(chain, tools, tx)
    compareEras(chain, tools)
    compareEvents(chain, tools, bytes)
    for (let count = 0; count < 60; count += 1)
      await compareTransaction(
        chain,
        { ...tools, isWithPapi: count < 8 },
        generatedCall(chain, bytes, random, calls),
      )
    for (let count = 0; count < 30; count += 1)
      await compareTransaction(
        chain,
        { ...tools, isWithPapi: count < 4 },
        tx.balances.transferKeepAlive(writeSs58(random.bytes(32), 42), random.big(100)).toU8a(),
      )
  }
}

function theirDeposit({ registry, metadata }) {
  const pallet = metadata.asLatest.pallets.find(({ name }) => name.toString() === 'Balances')
  const { value } = pallet.constants.find(({ name }) => name.toString() === 'ExistentialDeposit')
  return registry.createType('u128', value).toBigInt()
}
