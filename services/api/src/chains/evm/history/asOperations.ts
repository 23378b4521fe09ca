import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { readCalls, type AccountCall } from '@latchkey/protocol/smartAccounts/calls'
import { isSmartAccountCode } from '@latchkey/protocol/smartAccounts/delegation'
import { createSharedCache } from '@latchkey/server/sharedCache'
import * as v from 'valibot'
import type { AccountTransaction, Hex, Transfer } from '../../../chainIndex/chainIndex.ts'
import { kinds } from '../../../db/schema.ts'
import { NodesError } from '../../../providers/nodes.ts'
import { entryPointKey, readOperationEvent, type OperationEnd } from '../blocks/operationEvents.ts'
import type { EvmChain } from '../evmChain.ts'
import { factsOfCalls, operationCalls, selectors } from './operationCalls.ts'

/**
 * `lifetime`: milliseconds for which a transaction's operations are cached; they never change while
 * it is in its block. `max`: maximum of cached transactions.
 */
const cacheLimits = { lifetime: 600_000, max: 2_000 }

/** An operation in a transaction. `calls` is undefined if its data has another form. */
type Operation = Partial<OperationEnd> & {
  account: Hex
  calls: readonly AccountCall[] | undefined
}

/**
 * An account's transactions as the account sees them.
 * - A bundler's transaction with the account's own operation becomes the account's transaction:
 *   what its calls did, and the fee that the account itself paid.
 * - A bundler's transaction that moved something to the account becomes that of the operation's
 *   account.
 * - The account's own transaction to itself with a batch of calls becomes what the calls did, if
 *   the account has the known code. Otherwise the calls may have had no effect.
 *
 * Transactions that no node returns stay as they are. Sources: `eth_getTransactionByHash`,
 * `eth_getTransactionReceipt`, `eth_getCode`; ERC-4337, ERC-7579
 * @throws the signal's reason
 */
export type AsOperations = (
  chain: EvmChain,
  account: Hex,
  transactions: readonly AccountTransaction[],
  signal: AbortSignal,
) => Promise<readonly AccountTransaction[]>

/** Makes the reader of operations. It caches the nodes' answers. @param now milliseconds */
export function createAsOperations({ now }: { now: () => number }): AsOperations {
  const cache = createSharedCache<readonly Operation[]>({ ...cacheLimits, now })
  return (chain, account, transactions, signal) =>
    Promise.all(
      transactions.map(async (transaction) => {
        const isBundle = isBundleOf(transaction)
        if (!isBundle && !isOwnBatch(account, transaction)) return transaction
        const read = isBundle ? readBundle : readBatch
        try {
          const operations = await cache.get(
            `${chain.networkId}:${transaction.block}:${transaction.hash}`,
            (stop) => read(chain, transaction, stop),
            signal,
          )
          return isBundle
            ? ofBundle(account, transaction, operations)
            : ofBatch(transaction, operations)
        } catch (error) {
          if (error instanceof NodesError) return transaction
          throw error
        }
      }),
    )
}

const isBundleOf = ({ recipient, selector }: AccountTransaction) =>
  recipient === entryPointKey && selector === selectors.handleOps

const isOwnBatch = (account: Hex, { sender, recipient, selector }: AccountTransaction) =>
  sender === account && recipient === account && selector === selectors.execute

/* @__NO_SIDE_EFFECTS__ */
const hex = () =>
  v.pipe(
    v.string(),
    v.regex(/^0x[0-9a-f]*$/i),
    v.transform((text) => text.toLowerCase() as Hex), // the text begins with 0x
  )
const sent = v.nullable(v.object({ input: hex() }))
const receipt = v.nullable(
  v.object({ logs: v.array(v.object({ address: hex(), topics: v.array(hex()), data: hex() })) }),
)

async function readInput(
  { nodes }: EvmChain,
  { hash }: AccountTransaction,
  signal: AbortSignal,
): Promise<Hex> {
  const answer = v.safeParse(sent, await nodes.request('eth_getTransactionByHash', [hash], signal))
  if (!answer.success || !answer.output) throw new NodesError('No node has the transaction')
  return answer.output.input
}

async function readBatch(
  chain: EvmChain,
  transaction: AccountTransaction,
  signal: AbortSignal,
): Promise<readonly Operation[]> {
  const account = transaction.sender
  const [input, code] = await Promise.all([
    readInput(chain, transaction, signal),
    // of the newest block, because few nodes keep the state of older ones
    chain.nodes.request('eth_getCode', [account, 'latest'], signal),
  ])
  // Without the code anyone could write calls that never ran. A failure is not cached, because the
  // node may be a block behind.
  if (!isSmartAccountCode(code)) throw new NodesError('No node has the code of the account')
  return [{ account, calls: readCalls(input) }]
}

async function readBundle(
  chain: EvmChain,
  transaction: AccountTransaction,
  signal: AbortSignal,
): Promise<readonly Operation[]> {
  const { hash } = transaction
  const [input, answer] = await Promise.all([
    readInput(chain, transaction, signal),
    chain.nodes.request('eth_getTransactionReceipt', [hash], signal),
  ])
  const found = v.safeParse(receipt, answer)
  if (!found.success || !found.output) throw new NodesError('No node has the receipt')
  const inData = operationCalls(input)
  return found.output.logs.flatMap((log) => {
    const end = readOperationEvent(log)
    const calls = inData.find(
      ({ account, nonce }) => account === end?.account && nonce === end.nonce,
    )?.calls
    return end ? [{ ...end, calls }] : []
  })
}

function ofBatch(
  transaction: AccountTransaction,
  [operation]: readonly Operation[],
): AccountTransaction {
  const facts = factsOfCalls(operation?.calls ?? [])
  if (!facts) return transaction
  return {
    ...transaction,
    ...facts,
    transfers: transaction.succeeded
      ? withCoins(transaction, transaction.sender, operation?.calls ?? [])
      : [],
  }
}

function ofBundle(
  account: Hex,
  transaction: AccountTransaction,
  operations: readonly Operation[],
): AccountTransaction {
  const own = operations.filter((operation) => operation.account === account)
  return own.length > 0
    ? ofAccount(account, transaction, own)
    : ofRecipient(account, transaction, operations)
}

/** The transaction as the account's own. A bundle rarely has several operations of one account. */
function ofAccount(
  account: Hex,
  transaction: AccountTransaction,
  own: readonly Operation[],
): AccountTransaction {
  const calls = own.flatMap((operation) => operation.calls ?? [])
  const succeeded = transaction.succeeded && own.every((operation) => operation.succeeded)
  // EntryPoint takes the fee from the account, and gives back what is left
  const transfers = transaction.transfers.filter(
    ({ kind, sender, recipient }) =>
      kind !== kinds.internal || (sender !== entryPointKey && recipient !== entryPointKey),
  )
  return {
    ...transaction,
    ...(factsOfCalls(calls) ?? { selector: null, hasData: true, value: 0n }),
    sender: account,
    created: null,
    // the upper 192 bits name a sequence of nonces
    nonce: Number((own[0]?.nonce ?? 0n) & 0xffff_ffff_ffffn),
    fee: own.reduce((sum, { isSponsored, cost = 0n }) => sum + (isSponsored ? 0n : cost), 0n),
    succeeded,
    transfers: succeeded ? withCoins({ ...transaction, transfers }, account, calls) : transfers,
  }
}

/**
 * The transfers, with the coins that the calls sent, if no node could trace the transaction. They
 * are certain, because all calls of the operation succeeded.
 */
function withCoins(
  { block, index, transfers }: AccountTransaction,
  account: Hex,
  calls: readonly AccountCall[],
): readonly Transfer[] {
  if (transfers.some(({ kind, sender }) => kind === kinds.internal && sender === account))
    return transfers
  const last = Math.max(-1, ...transfers.map(({ position }) => position))
  const coins = calls
    .filter(({ to, value }) => value > 0n && to !== account)
    .map(
      ({ to, value }, at): Transfer => ({
        block,
        index,
        position: last + 1 + at,
        kind: kinds.internal,
        token: nativeTokenAddress,
        tokenId: 0n,
        sender: account,
        recipient: to,
        amount: value,
      }),
    )
  return [...transfers, ...coins]
}

/** The transaction as one of the account whose operation moved something to this account. */
function ofRecipient(
  account: Hex,
  transaction: AccountTransaction,
  operations: readonly Operation[],
): AccountTransaction {
  const accounts = new Set(operations.map((operation) => operation.account))
  const senders = new Set(
    transaction.transfers.flatMap(({ sender }) => (accounts.has(sender) ? sender : [])),
  )
  const [sender] = accounts.size === 1 ? accounts : senders.size === 1 ? senders : []
  const isToAccount = transaction.transfers.some(({ recipient }) => recipient === account)
  if (sender === undefined || !isToAccount || transaction.sender === account) return transaction
  return { ...transaction, sender, recipient: account, selector: null }
}
