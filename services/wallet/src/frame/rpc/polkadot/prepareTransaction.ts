import { fault } from '../../bridge/Fault.ts'
import { assetsIn, isAllOrNone, readEffects } from '../../approve/polkadot/readEffects.ts'
import type { Effect } from '../../approve/polkadot/readEffects.ts'
import type { Network } from '../../wallet/network.ts'
import type { PolkadotAccount } from '../../wallet/polkadotAccount.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { askAssetName, askBalance, askFee, askMetadata } from './askRuntime.ts'
import type { AssetName } from './askRuntime.ts'
import { encodeTransaction } from './encodeTransaction.ts'
import type { EncodedTransaction } from './encodeTransaction.ts'
import { proveMetadata } from './proveMetadata.ts'
import { readCall } from './readCall.ts'
import { readMetadata } from './readMetadata.ts'
import type { Payload } from './readPayload.ts'

/**
 * A transaction as the screen shows it, and what is signed. Amounts are in the smallest unit.
 * - `effects`: what its call does. Undefined if the metadata is not proved: then nothing is known
 * - `isAllOrNone`: whether either all its effects happen or none
 * - `fee`, `free`, `minBalance`: as the node says; undefined if it does not answer
 */
export type PreparedTransaction = {
  encoded: EncodedTransaction
  effects: readonly Effect[] | undefined
  isAllOrNone: boolean
  assetNames: ReadonlyMap<bigint, AssetName>
  fee: bigint | undefined
  free: bigint | undefined
  minBalance: bigint | undefined
}

/** Bytes of a signature of sr25519. */
const signatureLength = 64

/**
 * Reads the network's metadata, checks the transaction by it, and reads what the screen shows.
 * @throws Fault `transactionRejected` for a transaction that the runtime would refuse;
 *   `answerInvalid`, and the faults of `askNode`
 */
export async function prepareTransaction(
  wallet: Pick<Wallet, 'server'>,
  {
    network,
    account,
    payload,
    signal,
  }: { network: Network; account: PolkadotAccount; payload: Payload; signal: AbortSignal },
): Promise<PreparedTransaction> {
  const asker = { wallet, network, signal }
  const metadata = readMetadata(await askMetadata(asker))
  // Another version means that the runtime was replaced, or that the node is behind.
  if (payload.specVersion !== BigInt(metadata.specVersion)) throw fault('transactionRejected')
  const proof = proveMetadata(metadata, network, payload.metadataHash)
  const metadataHash = proof.status === 'signed' ? proof.hash : undefined
  const encoded = encodeTransaction(metadata, account.publicKey, { payload, metadataHash })
  const isProved = proof.status !== 'unproved'
  const call = isProved ? readCall(metadata, payload.call) : undefined
  const effects = isProved ? readEffects(call, payload.call) : undefined
  const unanswered = () => undefined // the screen says that it is not known
  const [fee, balance, ...names] = await Promise.all([
    askFee(asker, encoded.withSignature(new Uint8Array(signatureLength).fill(1))).catch(unanswered),
    askBalance(asker, account.publicKey).catch(unanswered),
    ...assetsIn(effects ?? []).map(async (id) => ({
      id,
      name: await askAssetName(asker, id).catch(unanswered),
    })),
  ])
  signal.throwIfAborted()
  return {
    encoded,
    effects,
    isAllOrNone: call !== undefined && isAllOrNone(call),
    assetNames: new Map(names.flatMap(({ id, name }) => (name ? [[id, name] as const] : []))),
    fee,
    free: balance?.free,
    minBalance: metadata.minBalance,
  }
}
