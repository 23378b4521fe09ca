// How the e-mail wallet reads a transaction: the hash of the metadata equals that of two other
// implementations of RFC 78, and it reads the same calls and amounts as @polkadot/types.
import { readEffects } from '../../services/wallet/src/frame/approve/polkadot/readEffects.ts'
import { proveMetadata } from '../../services/wallet/src/frame/rpc/polkadot/proveMetadata.ts'
import { readCall } from '../../services/wallet/src/frame/rpc/polkadot/readCall.ts'
import { readMetadata } from '../../services/wallet/src/frame/rpc/polkadot/readMetadata.ts'
import { genericPrefix, writeSs58 } from '../../packages/protocol/src/chains/ss58.ts'
import { createBytes } from './createBytes.mjs'
import { loadRuntimes } from './runtimes.mjs'

const hexOf = (bytes) => `0x${Buffer.from(bytes).toString('hex')}`
const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

async function compareHashes({ load, tally }, chain, metadata) {
  const { MerkleizedMetadata } = await load('@dedot/merkleized-metadata')
  const { merkleizeMetadata } = await load('@polkadot-api/merkleize-metadata')
  const { genesisHash, decimals, tokenSymbol, name } = chain
  const reference = genesisHash.slice(2, 34)
  const network = {
    networkId: `polkadot:${reference}`,
    reference,
    currency: { symbol: tokenSymbol, decimals },
  }
  const proof = proveMetadata(metadata, network, undefined)
  const ours = hexOf(proof.hash)
  const info = { decimals, tokenSymbol }
  tally.same(
    'hashes of metadata, dedot',
    ours,
    hexOf(new MerkleizedMetadata(chain.hex, info).digest()),
    name,
  )
  tally.same(
    'hashes of metadata, polkadot-api',
    ours,
    hexOf(merkleizeMetadata(bytesOf(chain.hex), info).digest()),
    name,
  )
}

/** Every call of the runtime, with generated arguments. */
function compareCalls({ tally, random }, chain, metadata) {
  const { registry } = chain
  const bytes = createBytes(registry, random)
  for (const pallet of chain.metadata.asLatest.pallets) {
    if (pallet.calls.isNone) continue
    const { variants } = registry.lookup.getSiType(pallet.calls.unwrap().type).def.asVariant
    for (const variant of variants) {
      const made = bytes.variant(variant)
      if (!made) continue
      const written = Uint8Array.from([pallet.index.toNumber(), ...made])
      const ours = readCall(metadata, written)
      if (!ours) {
        tally.check('calls that are shown as unknown', true)
        continue
      }
      const expected = `${pallet.name}.${variant.name}`
      tally.same('calls named', `${ours.pallet}.${ours.name}`, expected)
      tally.same(
        'names of arguments',
        ours.fields.map(({ name }) => name),
        variant.fields.map(({ name }) => name.unwrap().toString()),
        expected,
      )
      const theirs = readTheirs(registry, written)
      if (theirs) compareArguments(tally, ours, theirs, expected)
    }
  }
}

/** The call as @polkadot/types reads it. Undefined if it would write other bytes. */
function readTheirs(registry, written) {
  try {
    const call = registry.createType('Call', written)
    return hexOf(call.toU8a()) === hexOf(written) ? call : undefined
  } catch {
    return undefined
  }
}

function compareArguments(tally, ours, theirs, name) {
  for (const [at, { value }] of ours.fields.entries()) {
    const argument = theirs.args[at]
    if (value.kind === 'number' && argument.toBigInt)
      tally.same('numbers shown', value.value, argument.toBigInt(), name)
    if (value.kind === 'bool') tally.same('truth values shown', value.value, argument.isTrue, name)
    if (value.kind === 'variant' && argument.type)
      tally.same('choices shown', value.name, argument.type, name)
    if (value.kind === 'bytes' && value.isAccount)
      tally.same('accounts shown', hexOf(value.bytes), hexOf(argument.toU8a()), name)
    if (value.kind === 'list' && Array.isArray(argument))
      tally.same('lengths of lists shown', value.items.length, argument.length, name)
  }
}

/** What payments and batches do, in the words of the approval. */
function compareEffects({ tally, random }, tx, metadata) {
  const part = () => {
    const key = random.bytes(32)
    const [to, address] = [hexOf(key), writeSs58(key, genericPrefix)]
    const amount = random.big(120)
    const keepsAlive = random.below(2) === 1
    return random.pick([
      () => [
        tx.balances.transferKeepAlive(address, amount),
        { kind: 'transfer', to, amount, keepsAlive: true },
      ],
      () => [
        tx.balances.transferAllowDeath(address, amount),
        { kind: 'transfer', to, amount, keepsAlive: false },
      ],
      () => [tx.balances.transferAll(address, keepsAlive), { kind: 'everything', to, keepsAlive }],
      () => [tx.system.remark(to), { kind: 'note', bytes: to }],
    ])()
  }
  for (let count = 0; count < 150; count += 1) {
    const parts = Array.from({ length: 1 + random.below(5) }, part)
    const calls = parts.map(([call]) => call)
    const inner = random.pick([tx.utility.batch, tx.utility.batchAll, tx.utility.forceBatch])
    const call =
      parts.length === 1
        ? calls[0]
        : random.below(2)
          ? inner(calls)
          : tx.utility.batchAll([inner(calls)])
    const written = call.toU8a()
    const effects = readEffects(readCall(metadata, written), written).map((effect) => ({
      ...effect,
      ...(effect.to && { to: hexOf(effect.to) }),
      ...(effect.bytes && { bytes: hexOf(effect.bytes) }),
    }))
    tally.same(
      'payments shown',
      effects,
      parts.map(([, effect]) => effect),
    )
  }
}

export async function run({ load, tally, random }) {
  const { decorateExtrinsics } = await load('@polkadot/types/metadata/decorate')
  for (const chain of await loadRuntimes(load)) {
    const metadata = readMetadata(bytesOf(chain.hex))
    tally.same('versions of runtimes', metadata.specVersion, chain.version.specVersion, chain.name)
    await compareHashes({ load, tally }, chain, metadata)
    compareCalls({ tally, random }, chain, metadata)
    const tx = decorateExtrinsics(chain.registry, chain.metadata.asLatest, 15)
    compareEffects({ tally, random }, tx, metadata)
  }
}
