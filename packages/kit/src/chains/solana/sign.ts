import { toBase58 } from '@latchkey/protocol/base58'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Link } from '../../core/connectorSource.ts'
import { kitError } from '../../core/errors.ts'
import { standardChainOf } from './provider/networks.ts'
import type { TransactionVersion } from './provider/wallet.ts'
import {
  accountOf,
  bytesIn,
  chainsOf,
  featureOf,
  listIn,
  partOf,
  partOfFirst,
  callFeature,
  takesVersion,
} from './provider/wallet.ts'
import { maxTransactionBytes, readWire, signatureBytes, versionOf } from './wire/transaction.ts'
import type { Wire } from './wire/transaction.ts'

type SignParameters = { link: Pick<Link, 'provider'>; address: string; networkId: NetworkId }

/**
 * Has a wallet sign a text. @returns the signature, base58 @throws KitError answerInvalid when it
 * signed something else, what the wallet answers
 */
export async function signMessage(
  { link: { provider }, address }: Omit<SignParameters, 'networkId'>,
  message: Uint8Array,
): Promise<string> {
  const answer = await callFeature(provider, 'signMessage', {
    account: accountOf(provider, address),
    message: message.slice(),
  })
  const signature = bytesIn(partOfFirst(answer, 'signature'), [signatureBytes, signatureBytes])
  const signed = partOfFirst(answer, 'signedMessage')
  if (!signature) throw kitError('answerInvalid')
  // a device may put words of its own before the text; such a signature says nothing about the text
  // alone
  const isOwnSignature =
    signed === undefined ||
    bytesIn(signed, [message.length, message.length])?.every(
      (byte, index) => byte === message[index],
    )
  if (!isOwnSignature)
    throw kitError('answerInvalid', { details: 'The wallet signed another text.' })
  return toBase58(signature)
}

/**
 * Has a wallet sign transactions, and send none of them. @throws KitError methodNotSupported,
 * invalidParams for a version that it does not take, answerInvalid, what the wallet answers
 */
export async function signTransactions(
  { link: { provider }, address, networkId }: SignParameters,
  transactions: readonly Wire[],
): Promise<readonly Wire[]> {
  for (const wire of transactions) checkVersion(provider, 'signTransaction', wire)
  const account = accountOf(provider, address)
  const chain = standardChainOf(networkId)
  const answer = await callFeature(
    provider,
    'signTransaction',
    ...transactions.map(({ bytes }) => ({ account, transaction: bytes.slice(), chain })),
  )
  const signed = listIn(answer, transactions.length + 1)
  if (signed.length !== transactions.length) throw kitError('answerInvalid')
  return signed.map((entry) => {
    const bytes = bytesIn(partOf(entry, 'signedTransaction'), [1, maxTransactionBytes])
    if (!bytes) throw kitError('answerInvalid')
    const wire = readWire(bytes)
    const ownSignature = wire.signatures[wire.signers.indexOf(address)]
    if (!ownSignature || ownSignature.every((byte) => byte === 0))
      throw kitError('answerInvalid', { details: 'The wallet did not sign.' })
    return wire
  })
}

/**
 * Has a wallet sign a transaction and send it by a node of its own. @returns its name: the first
 * signature, base58 @throws what the wallet answers, answerInvalid, invalidParams for a version
 * that it does not take
 */
export async function signAndSend(
  { link: { provider }, address, networkId }: SignParameters,
  wire: Wire,
  options?: object,
): Promise<string> {
  checkVersion(provider, 'signAndSend', wire)
  const { bytes } = wire
  const answer = await callFeature(provider, 'signAndSend', {
    account: accountOf(provider, address),
    transaction: bytes.slice(),
    chain: standardChainOf(networkId),
    ...(options && { options }),
  })
  const signature = bytesIn(partOfFirst(answer, 'signature'), [signatureBytes, signatureBytes])
  if (!signature) throw kitError('answerInvalid')
  return toBase58(signature)
}

/**
 * Whether a wallet sends by itself on a network: it has to know it, and to reach it by nodes of its
 * own.
 */
export function sendsItself(provider: unknown, networkId: NetworkId): boolean {
  if (!featureOf(provider, 'signAndSend')) return false
  const chain = standardChainOf(networkId)
  // a network on this machine is reached best by the site's own node
  return (
    !featureOf(provider, 'signTransaction') ||
    (chain !== 'solana:localnet' && chainsOf(provider).includes(chain))
  )
}

/**
 * The version of the transactions that the kit makes for a wallet: 0, or legacy where it takes only
 * those.
 */
export function versionFor(provider: unknown, networkId: NetworkId): TransactionVersion {
  const feature = sendsItself(provider, networkId) ? 'signAndSend' : 'signTransaction'
  return !takesVersion(provider, feature, 0) && takesVersion(provider, feature, 'legacy')
    ? 'legacy'
    : 0
}

/**
 * Before the wallet is asked: of a transaction that it can't read it only says that something
 * failed. @throws KitError invalidParams
 */
function checkVersion(
  provider: unknown,
  feature: 'signAndSend' | 'signTransaction',
  wire: Wire,
): void {
  const version = versionOf(wire)
  if (!takesVersion(provider, feature, version))
    throw kitError('invalidParams', {
      details: `The wallet takes no transactions of ${version === 0 ? 'version 0' : 'the legacy form'}.`,
    })
}
