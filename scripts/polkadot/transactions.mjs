// Transactions and their payloads, compared with @polkadot/types and polkadot-api.
import { toHex } from '../../packages/protocol/src/hex.ts'
import { polkadotKeyOf } from '../../packages/protocol/src/chains/polkadotKeys.ts'
import { writeSs58 } from '../../packages/protocol/src/chains/ss58.ts'
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
import { compactOf, littleEndian } from './createBytes.mjs'

const hexOf = (bytes) => `0x${toHex(bytes)}`
const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

const nameInPapi = { ed25519: 'Ed25519', sr25519: 'Sr25519', ecdsa: 'Ecdsa' }

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

/** Compares one transaction, from its payload to its signed bytes. */
export async function compareTransaction(chain, { tally, random, signers, isWithPapi }, call) {
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
