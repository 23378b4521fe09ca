import { toBase58 } from '@latchkey/protocol/base58'
import type { NetworkId } from '@latchkey/protocol/caip'
import { textOfChain } from '@latchkey/protocol/signIn/chainOfText'
import { parseSignIn } from '@latchkey/protocol/signIn/parseSignIn'
import { toWalletError } from '../../core/requests/walletError.lazy.ts'
import { readSafely } from '../../core/requests/readSafely.ts'
import type { SignInOnConnect } from '../../core/contracts/connectorSource.ts'
import type { SiwxMessageData, SiwxSession } from '../../core/contracts/siwx.ts'
import { bytesIn } from '../../core/requests/bytesIn.ts'
import { partOfFirst } from '../../core/requests/readParts.ts'
import { accountsIn, callFeature } from './provider/wallet.ts'

/** Stands in the message until the visitor's address is known: 32 zero bytes, which have no key. */
const placeholder = '1'.repeat(32)
/** The minimum and maximum number of bytes of a message and of a signature. */
const messageBytes = [1, 32_768] as const
const signatureBytes = [64, 64] as const

/**
 * An account that a wallet shared in a sign-in. Without `session`, the wallet has signed another
 * message than the requested one: the account is connected, but not signed in.
 */
export type SignedIn = { address: string; session?: SiwxSession }

/**
 * Connects and signs in with one request. Undefined if that is not possible: the kit then only
 * connects. The sign-in is valid only if all values of the signed message are those that the site
 * requested.
 * Sign In With Solana, `solana:signIn`
 * @throws KitError userRejected, and other errors of the wallet
 */
export async function signInWith(
  wallet: object,
  { networkId, signIn }: { networkId: NetworkId; signIn: SignInOnConnect },
): Promise<SignedIn | undefined> {
  const data = await signIn.prepare({ chainId: networkId, accountAddress: placeholder })
  if (!data) return undefined
  const { accountAddress: _, chainId, ...facts } = data
  let answer: unknown
  try {
    answer = await callFeature(wallet, 'signIn', { ...facts, chainId: textOfChain(chainId) })
  } catch (error) {
    if (
      ['methodNotFound', 'methodNotSupported', 'unsupportedMethod'].includes(
        toWalletError(error).code,
      )
    )
      return undefined
    throw error
  }
  // some wallets answer with one object in place of a list
  const outputs = Array.isArray(answer) ? answer : [answer]
  const [account] = accountsIn([partOfFirst(outputs, 'account')])
  if (!account) return undefined
  const session = readSession(outputs, { ...data, accountAddress: account.address })
  return { address: account.address, ...(session && { session }) }
}

function readSession(outputs: unknown, data: SiwxMessageData): SiwxSession | undefined {
  const signed = bytesIn(partOfFirst(outputs, 'signedMessage'), messageBytes)
  const signature = bytesIn(partOfFirst(outputs, 'signature'), signatureBytes)
  const message =
    signed &&
    readSafely(
      () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(signed),
      undefined,
    )
  if (message === undefined || !signature) return undefined
  const signedFacts = readSafely(() => parseSignIn(message), undefined)
  return signedFacts && isSame(signedFacts, data)
    ? { data, message, signature: toBase58(signature) }
    : undefined
}

/** Whether two sign-ins have the same values. */
function isSame(facts: object, otherFacts: object): boolean {
  const sorted = (value: object) =>
    JSON.stringify(
      Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return sorted(facts) === sorted(otherFacts)
}
