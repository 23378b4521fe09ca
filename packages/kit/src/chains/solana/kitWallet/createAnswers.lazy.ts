import { fromBase58 } from '@latchkey/protocol/base58'
import type { NetworkId } from '@latchkey/protocol/caip'
import { partsOf } from '@latchkey/protocol/isObject'
import { adapterOf } from '../../../core/accounts/adapterOf.ts'
import type { Link } from '../../../core/contracts/connectorSource.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { linkOf } from '../../../session/links.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { bytesIn } from '../../../core/requests/bytesIn.ts'
import { standardChainOf } from '../provider/networks.ts'
import { signMessage, signTransactions } from '../sign.ts'
import { maxTransactionBytes, readWire } from '../wire/transaction.ts'
import type { Answers } from './createKitWallet.ts'
import { contextOf } from '../../../core/kit/context.ts'
import { hasAddress } from '../../../core/accounts/sharedAccount.ts'

/** The minimum and maximum number of bytes of a message. */
const messageBytes = [0, 65_536] as const

type Target = { link: Link; address: string; networkId: NetworkId }

/** Creates the methods of the kit's wallet that the visitor's connected wallet has to answer. */
export function createAnswers(kit: Kit): Answers {
  /**
   * The wallet, the account and the network that the input of a request is for.
   * @throws KitError addressMissing without a connection, unauthorized for an account that is not
   *   connected, networkNotFound
   */
  function targetOf(input: object): Target {
    const { account, chain } = partsOf(input)
    const current = accountOf({ sessions: kit.getState().sessions, namespace: 'solana' })
    const link = current && linkOf(kit, 'solana', current.connectorId)
    if (!current || !link) throw kitError('addressMissing')
    const { address } = partsOf(account)
    if (typeof address !== 'string' || !hasAddress(link.state().accounts, address))
      throw kitError('unauthorized')
    const isNamed = (networkId: NetworkId) =>
      chain === undefined || chain === networkId || chain === standardChainOf(networkId)
    // several networks may have the same name, so the wallet's current network comes first
    const networkId = [
      link.state().networkId,
      ...contextOf(kit).networks.map((network) => network.networkId),
    ].find((id) => id.startsWith('solana:') && isNamed(id))
    if (!networkId) throw kitError('networkNotFound')
    return { link, address, networkId }
  }

  function transactionIn(input: object) {
    const bytes = bytesIn(partsOf(input)['transaction'], [1, maxTransactionBytes])
    if (!bytes) throw kitError('invalidParams')
    return readWire(bytes)
  }

  async function sendOne(input: object): Promise<object> {
    const { link, address, networkId } = targetOf(input)
    const { bytes } = transactionIn(input)
    if (link.state().networkId !== networkId) await kit.switchNetwork({ networkId })
    const transaction = { serialized: bytes }
    const hash = await adapterOf(kit, 'solana').send({ link, address, networkId, transaction })
    // an error is ignored: the transaction was sent, even if the kit can't follow it
    await kit.followTransaction({ hash, networkId, address, transaction }).catch(() => {})
    return { signature: fromBase58(hash) }
  }

  return {
    signMessage: (...inputs) =>
      inOrder(inputs, async (input) => {
        const message = bytesIn(partsOf(input)['message'], messageBytes)
        if (!message) throw kitError('invalidParams')
        return {
          signedMessage: message,
          signature: fromBase58(await signMessage(targetOf(input), message)),
          signatureType: 'ed25519',
        }
      }),
    async signTransaction(...inputs) {
      const targets = inputs.map(targetOf)
      const [first] = targets
      const transactions = inputs.map(transactionIn)
      if (!first) return []
      const isOneRequest = targets.every(
        ({ address, networkId }) => address === first.address && networkId === first.networkId,
      )
      // if possible in one request, so that the visitor can review all transactions at once
      const signed = isOneRequest
        ? await signTransactions(first, transactions)
        : (
            await inOrder(inputs, (input) =>
              signTransactions(targetOf(input), [transactionIn(input)]),
            )
          ).flat()
      return signed.map(({ bytes }) => ({ signedTransaction: bytes }))
    },
    signAndSendTransaction: (...inputs) => inOrder(inputs, sendOne),
  }
}

/** Runs a task for each input, one after another. */
async function inOrder<input, output>(
  inputs: readonly input[],
  task: (input: input) => Promise<output>,
): Promise<readonly output[]> {
  const outputs: output[] = []
  for (const input of inputs) outputs.push(await task(input))
  return outputs
}
