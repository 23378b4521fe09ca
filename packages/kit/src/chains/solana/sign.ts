import { toBase58 } from '@latchkey/protocol/base58'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Link } from '../../core/contracts/connectorSource.ts'
import { kitError } from '../../core/errors/errors.ts'
import { standardChainOf } from './provider/networks.ts'
import type { TransactionVersion } from './provider/wallet.ts'
import { bytesIn } from '../../core/requests/bytesIn.ts'
import { listIn, partOf, partOfFirst } from '../../core/requests/readParts.ts'
import { accountOf, chainsOf, featureOf, callFeature, takesVersion } from './provider/wallet.ts'
import { maxTransactionBytes, readWire, signatureBytes, versionOf } from './wire/transaction.ts'
import type { Wire } from './wire/transaction.ts'

/** The account that signs, with its wallet, and the network. */
export type SignParameters = { link: Pick<Link, 'provider'>; address: string; networkId: NetworkId }

/**
 * Requests a wallet to sign a text.
 * @returns the signature, base58
 * @throws KitError answerInvalid when the wallet signed another text; also the wallet's own errors
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
  // a hardware device may sign the text with a prefix. Its signature is not valid for the text
  // itself, so it is refused
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
 * Requests a wallet to sign transactions without sending them.
 * @throws KitError methodNotSupported, invalidParams for an unsupported version, answerInvalid;
 *   also the wallet's own errors
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
 * Requests a wallet to sign a transaction and to send it through the wallet's own node.
 * @returns the transaction's hash: the first signature, base58
 * @throws KitError answerInvalid, invalidParams for an unsupported version; also the wallet's own
 *   errors
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
 * Whether the wallet, not the kit, sends transactions on a network: it can send them, and either
 * has nodes for the network or cannot sign without sending.
 */
export function sendsItself(provider: unknown, networkId: NetworkId): boolean {
  if (!featureOf(provider, 'signAndSend')) return false
  const chain = standardChainOf(networkId)
  // a wallet has no node for a local network
  return (
    !featureOf(provider, 'signTransaction') ||
    (chain !== 'solana:localnet' && chainsOf(provider).includes(chain))
  )
}

/**
 * The version of the transactions that the kit builds for a wallet: 0, or `legacy` if the wallet
 * supports only `legacy`.
 */
export function versionFor(provider: unknown, networkId: NetworkId): TransactionVersion {
  const feature = sendsItself(provider, networkId) ? 'signAndSend' : 'signTransaction'
  return !takesVersion(provider, feature, 0) && takesVersion(provider, feature, 'legacy')
    ? 'legacy'
    : 0
}

/**
 * Checks the transaction's version before the request, because wallets answer an unsupported
 * version only with a vague error.
 * @throws KitError invalidParams
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
