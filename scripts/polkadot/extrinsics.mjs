// Transactions of today's chains: @polkadot/types and polkadot-api read what we write, sign the
// same bytes, and write what we read. The calls and events are generated from the types of each
// runtime.
import { toHex } from '../../packages/protocol/src/hex.ts'
import { writeSs58 } from '../../packages/protocol/src/chains/ss58.ts'
import {
  readCall,
  readTransfer,
  writeTransfer,
} from '../../packages/kit/src/chains/polkadot/wire/calls.ts'
import { existentialDepositOf } from '../../packages/kit/src/chains/polkadot/wire/runtime.ts'
import { createBytes } from './createBytes.mjs'
import { compareEras, compareErrors, compareEvents } from './events.mjs'
import { loadRuntimes } from './runtimes.mjs'
import { compareTransaction } from './transactions.mjs'

const hexOf = (bytes) => `0x${toHex(bytes)}`

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
  // it fills gaps between the numbers of variants, and accepts those
  if (/__unused/i.test(JSON.stringify(call.toHuman()))) return undefined
  return { pallet: call.section, name: call.meta.name.toString() }
}

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
      'payments that may end the account written',
      hexOf(writeTransfer(chain.runtime, { to: address, amount, isLast: true })),
      tx.balances.transferAllowDeath(address, amount).toHex(),
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
    compareErrors(chain, tools, bytes)
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
