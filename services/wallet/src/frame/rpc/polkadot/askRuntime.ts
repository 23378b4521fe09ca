import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { fromHex, toHex } from '@latchkey/protocol/hex'
import type { framePolkadotMethods } from '@latchkey/protocol/frame/nodeMethods'
import { fault } from '../../bridge/Fault.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { isHexBytes } from '../hex.ts'
import { askNode, NodeFault } from '../askNode.ts'
import { createReader, fromLittleEndian, toLittleEndian } from './scale.ts'

type Asker = { wallet: Pick<Wallet, 'server'>; network: Network; signal?: AbortSignal | undefined }
type Method = (typeof framePolkadotMethods)[number]

/** The newest version of metadata that is read here, and that every newer runtime has. */
const metadataVersion = 15n

/** Asks a node for bytes. Undefined for nothing. @throws Fault `answerInvalid`, those of `askNode` */
async function askBytes(
  { wallet, network, signal }: Asker,
  method: Method,
  params: readonly string[],
): Promise<Uint8Array | undefined> {
  const answer = await askNode(wallet, network, { method, params, ...(signal && { signal }) })
  if (answer === null) return undefined
  if (typeof answer !== 'string' || !isHexBytes(answer)) throw fault('answerInvalid')
  return fromHex(answer.slice(2))
}

const callRuntime = (asker: Asker, name: string, parameters: Uint8Array) =>
  askBytes(asker, 'state_call', [name, `0x${toHex(parameters)}`])

/**
 * Reads the metadata of the newest block's runtime. A runtime that has no version 15 answers with
 * its own version.
 * @throws Fault `answerInvalid`, and the faults of `askNode`
 */
export async function askMetadata(asker: Asker): Promise<Uint8Array> {
  const newest = await callRuntime(
    asker,
    'Metadata_metadata_at_version',
    toLittleEndian(metadataVersion, 4),
  ).catch((error: unknown) => {
    // runtimes before 2023 have no such function
    if (error instanceof NodeFault) return undefined
    throw error
  })
  // an Option of bytes with their length
  if (newest?.[0] === 1) return withoutLength(newest.subarray(1))
  const plain = await askBytes(asker, 'state_getMetadata', [])
  if (!plain) throw fault('answerInvalid')
  return plain
}

function withoutLength(bytes: Uint8Array): Uint8Array {
  try {
    const reader = createReader(bytes)
    return reader.take(Number(reader.compact()))
  } catch (cause) {
    throw fault('answerInvalid', { cause })
  }
}

/**
 * Reads what the network would charge for a transaction, without its tip, in the smallest unit. The
 * signature may be any.
 * @throws Fault `answerInvalid`, and the faults of `askNode`
 */
export async function askFee(asker: Asker, transaction: Uint8Array): Promise<bigint> {
  const info = await callRuntime(
    asker,
    'TransactionPaymentApi_query_info',
    concatBytes(transaction, toLittleEndian(BigInt(transaction.length), 4)),
  )
  // weight, class, and the fee in 16 bytes. The weight has another form in older runtimes.
  if (!info || info.length < 19 || info.length > 40) throw fault('answerInvalid')
  return fromLittleEndian(info.subarray(-16))
}

/** What the network knows of an account's own coins, in the smallest unit. */
export type Balance = { free: bigint }

/** The key of `System.Account` in the storage: two hashes by XXH of the names. */
const accountsKey = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
/** Bytes before `free` (a nonce and three counts), and of a whole entry. */
const [freeAt, entryLength] = [16, 80]

/**
 * Reads the balance of an account. An account that does not exist has nothing.
 * @throws Fault `answerInvalid`, and the faults of `askNode`
 */
export async function askBalance(asker: Asker, publicKey: Uint8Array): Promise<Balance> {
  const entry = await askBytes(asker, 'state_getStorage', [keyOf(accountsKey, publicKey)])
  if (entry && entry.length !== entryLength) throw fault('answerInvalid')
  return { free: entry ? fromLittleEndian(entry.subarray(freeAt, freeAt + 16)) : 0n }
}

/** A token of the pallet Assets, as its issuer calls it. */
export type AssetName = { symbol: string; decimals: number }

/** The key of `Assets.Metadata` in the storage. */
const assetsKey = '682a59d51ab9e48a8c8cc418ff9708d2b5f3822e35ca2f31ce3526eab1363fd2'

/**
 * Reads the name of a token. Undefined for a token without one.
 * @throws Fault `answerInvalid`, and the faults of `askNode`
 */
export async function askAssetName(asker: Asker, id: bigint): Promise<AssetName | undefined> {
  const entry = await askBytes(asker, 'state_getStorage', [keyOf(assetsKey, toLittleEndian(id, 4))])
  if (!entry) return undefined
  try {
    const reader = createReader(entry)
    reader.number(16) // the deposit
    reader.take(Number(reader.compact())) // the long name
    const symbol = new TextDecoder().decode(reader.take(Number(reader.compact())))
    return { symbol, decimals: Number(reader.number(1)) }
  } catch (cause) {
    throw fault('answerInvalid', { cause })
  }
}

/** The key of an entry: the map's key, the hash of the entry's key, that key. Blake2_128Concat */
const keyOf = (map: string, key: Uint8Array): string =>
  `0x${map}${toHex(blake2b(key, { dkLen: 16 }))}${toHex(key)}`
