import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import { isObject, partsOf } from '@latchkey/protocol/isObject'
import { readSafely } from '../../../core/requests/readSafely.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { RemoteSession } from '../../../core/contracts/facets/remote.ts'
import { standardChainOf } from '../provider/networks.ts'
import { networkFeature } from '../provider/wallet.ts'
import { readBase64, toBase64 } from '@latchkey/protocol/base64'
import {
  maxTransactionBytes,
  readWire,
  signatureBytes,
  withSignature,
} from '../wire/transaction.ts'

type Input = {
  account: { address: string }
  message?: Uint8Array
  transaction?: Uint8Array
  options?: object
}

/**
 * Creates a Wallet Standard wallet over a session: each granted Solana method becomes a feature.
 * Transactions go to phones in base64, and to the embedded wallet in base58. Answers may have
 * either encoding.
 */
export function createRemoteWallet(session: RemoteSession): object {
  const requests = new Requests(session)
  return {
    get accounts() {
      return session.accounts().map(({ address }) => ({ address }))
    },
    get chains() {
      return session.networkIds().map(standardChainOf)
    },
    get features() {
      return featuresOf(session, requests)
    },
  }
}

/** The features for the methods that the session currently grants. */
function featuresOf(session: RemoteSession, requests: Requests): Readonly<Record<string, object>> {
  const has = (method: string) => session.methods().includes(method)
  return {
    ...(has('solana_signMessage') && {
      'solana:signMessage': {
        signMessage: (...inputs: readonly Input[]) =>
          inOrder(inputs, (input) => requests.signMessage(input)),
      },
    }),
    ...(has('solana_signTransaction') && {
      'solana:signTransaction': {
        signTransaction: (...inputs: readonly Input[]) =>
          inputs.length > 1 && has('solana_signAllTransactions')
            ? requests.signAll(inputs)
            : inOrder(inputs, (input) => requests.sign(input)),
      },
    }),
    ...(has('solana_signAndSendTransaction') && {
      'solana:signAndSendTransaction': {
        signAndSendTransaction: (...inputs: readonly Input[]) =>
          inOrder(inputs, (input) => requests.signAndSend(input)),
      },
    }),
    [networkFeature]: {
      async switchNetwork(networkId: unknown) {
        const known = session.networkIds().find((entry) => entry === networkId)
        if (!known) throw kitError('switchChain')
        session.setNetwork(known)
      },
    },
  }
}

/** Sends the requests of a session. Inputs and outputs have the form of the Wallet Standard. */
class Requests {
  readonly #session: RemoteSession

  constructor(session: RemoteSession) {
    this.#session = session
  }

  async signMessage({ account, message = new Uint8Array() }: Input) {
    const { signature } = partsOf(
      await this.#session.request('solana_signMessage', {
        message: toBase58(message),
        pubkey: account.address,
      }),
    )
    return { signedMessage: message, signature: readSignature(signature) }
  }

  async sign({ account, transaction = new Uint8Array() }: Input) {
    const answer = await this.#session.request('solana_signTransaction', {
      transaction: this.#write(transaction),
      pubkey: account.address,
    })
    return { signedTransaction: readSigned(answer, transaction, account.address) }
  }

  async signAll(inputs: readonly Input[]) {
    const [first] = inputs
    if (!first) return []
    const { transactions } = partsOf(
      await this.#session.request('solana_signAllTransactions', {
        transactions: inputs.map(({ transaction = new Uint8Array() }) => this.#write(transaction)),
        pubkey: first.account.address,
      }),
    )
    if (!Array.isArray(transactions) || transactions.length !== inputs.length)
      throw kitError('answerInvalid')
    return transactions.map((entry: unknown) => ({ signedTransaction: readBytes(entry) }))
  }

  async signAndSend({ account, transaction = new Uint8Array(), options }: Input) {
    const { signature } = partsOf(
      await this.#session.request('solana_signAndSendTransaction', {
        transaction: this.#write(transaction),
        pubkey: account.address,
        ...(options && { options }),
      }),
    )
    return { signature: readSignature(signature) }
  }

  #write(bytes: Uint8Array): string {
    return this.#session.dialect === 'frame' ? toBase58(bytes) : toBase64(bytes)
  }
}

/** Sends one request after another, because the visitor approves one request at a time. */
async function inOrder<output>(
  inputs: readonly Input[],
  task: (input: Input) => Promise<output>,
): Promise<readonly output[]> {
  const outputs: output[] = []
  for (const input of inputs) outputs.push(await task(input))
  return outputs
}

/**
 * Reads a signature in base58.
 * @throws KitError answerInvalid
 */
function readSignature(text: unknown): Uint8Array {
  const bytes =
    typeof text === 'string' && text.length <= 88
      ? readSafely(() => fromBase58(text), undefined)
      : undefined
  if (bytes?.length !== signatureBytes) throw kitError('answerInvalid')
  return bytes
}

/**
 * The signed transaction in an answer. The answer has the whole transaction, or only the signature,
 * which is inserted into the requested transaction.
 * @throws KitError answerInvalid
 */
function readSigned(answer: unknown, transaction: Uint8Array, address: string): Uint8Array {
  const { transaction: signed, signature } = isObject(answer) ? answer : {}
  return signed === undefined
    ? withSignature(readWire(transaction), address, readSignature(signature))
    : readBytes(signed)
}

/**
 * Decodes a transaction from base64 or base58, whichever is valid.
 * @throws KitError answerInvalid
 */
function readBytes(text: unknown): Uint8Array {
  if (typeof text !== 'string' || text.length > maxTransactionBytes * 2)
    throw kitError('answerInvalid')
  const readings = [
    readBase64(text, maxTransactionBytes),
    readSafely(() => fromBase58(text), undefined),
  ]
  const readable = readings.find((bytes) => bytes && readSafely(() => readWire(bytes), undefined))
  if (!readable) throw kitError('answerInvalid')
  return readable
}
