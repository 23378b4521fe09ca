import { formatUnits } from 'viem'
import type { HistoryEntry, HistoryTransfer } from '@latchkey/protocol/history'
import { counts } from '@latchkey/protocol/limits'
import { isLure } from '../../../history/spam.ts'
import { tokenImageUrl } from '../../../icons/tokenImageUrl.ts'
import type { BitcoinChain } from '../bitcoinChain.ts'
import { addressOf } from '../bitcoinKeys.ts'
import type { EsploraTransaction } from '../esplora/esploraWire.ts'
import { madeBy, spentBy, sumOf, type Coin, type OwnAddress } from '../ownCoins.ts'

/** A part of what a transaction does to the account. Addresses are texts; null if unknown. */
type Move = {
  direction: HistoryTransfer['direction']
  sender: string | null
  recipient: string | null
  amount: bigint
}

/**
 * What a transaction does to the account.
 * - `moves`: to others, from others, or between the account's own addresses. Change is no move
 * - `fee`: in satoshi, if the account alone pays it
 */
export type Effect = {
  type: 'send' | 'receive' | 'execute'
  moves: readonly Move[]
  fee: bigint | undefined
  hasLure: boolean
}

/** Who owns what in a transaction. */
type Sides = {
  ownSpent: readonly Coin[]
  ownMade: readonly Coin[]
  foreignMade: readonly Coin[]
  textOf: (coin: Coin | undefined) => string | null
}

/**
 * The effect of a transaction on an account with some addresses.
 * 1. The account pays for nothing: it receives what its addresses get.
 * 2. It alone pays: each output of another account is a payment. If there are none, the account
 *    pays itself.
 * 3. It pays together with others: only the difference is known, and not to whom it went.
 */
export function effectOf(
  transaction: EsploraTransaction,
  addresses: readonly OwnAddress[],
  networkId: string,
): Effect {
  const texts = new Map(addresses.map(({ script, text }) => [script, text]))
  const isOwn = ({ script }: Coin) => texts.has(script)
  const spent = spentBy(transaction)
  const made = madeBy(transaction)
  const sides: Sides = {
    ownSpent: spent.filter(isOwn),
    ownMade: made.filter(isOwn),
    foreignMade: made.filter((coin) => !isOwn(coin) && coin.value > 0n),
    textOf: (coin) =>
      coin ? (texts.get(coin.script) ?? addressOf(coin.script, networkId) ?? null) : null,
  }
  const { ownSpent } = sides
  const hasLure = made.some(({ script }) => isLure(memoOf(script)))
  const [payer] = spent
  if (ownSpent.length === 0)
    return { type: 'receive', moves: receipts(sides, payer), fee: undefined, hasLure }
  if (ownSpent.length === transaction.vin.length)
    return { type: 'send', moves: payments(sides), fee: transaction.fee, hasLure }
  return { ...together(sides), fee: undefined, hasLure }
}

/** What the addresses get, one move for each. */
function receipts({ ownMade, textOf }: Sides, payer: Coin | undefined): Move[] {
  const scripts = [...new Set(ownMade.map(({ script }) => script))]
  return scripts.map((script) => {
    const coins = ownMade.filter((coin) => coin.script === script)
    return {
      direction: 'in',
      sender: textOf(payer),
      recipient: textOf(coins[0]),
      amount: sumOf(coins),
    }
  })
}

function payments({ ownSpent, ownMade, foreignMade, textOf }: Sides): Move[] {
  const sender = textOf(ownSpent[0])
  if (foreignMade.length === 0)
    return [{ direction: 'self', sender, recipient: textOf(ownMade[0]), amount: sumOf(ownMade) }]
  const moves = foreignMade.map(
    (coin): Move => ({ direction: 'out', sender, recipient: textOf(coin), amount: coin.value }),
  )
  if (moves.length <= counts.historyTransfers) return moves
  // more than a client shows: the last move is the sum of the rest, so that the total is right
  const shown = moves.slice(0, counts.historyTransfers - 1)
  const rest = moves.slice(shown.length)
  const amount = rest.reduce((total, move) => total + move.amount, 0n)
  return [...shown, { direction: 'out', sender, recipient: null, amount }]
}

function together({ ownSpent, ownMade, textOf }: Sides): Pick<Effect, 'type' | 'moves'> {
  const net = sumOf(ownMade) - sumOf(ownSpent)
  const own = textOf(ownSpent[0])
  if (net === 0n) return { type: 'execute', moves: [] }
  return net > 0n
    ? {
        type: 'receive',
        moves: [{ direction: 'in', sender: null, recipient: textOf(ownMade[0]), amount: net }],
      }
    : {
        type: 'send',
        moves: [{ direction: 'out', sender: own, recipient: null, amount: -net }],
      }
}

/** The text that an output carries (OP_RETURN). Empty if it carries none. */
function memoOf(script: string): string {
  return script.startsWith('6a') ? Buffer.from(script.slice(2), 'hex').toString('utf8') : ''
}

/** What an entry says besides the effect. */
export type EntryFacts = {
  chain: Pick<BitcoinChain, 'networkId' | 'nativeCurrency'>
  transaction: EsploraTransaction
  effect: Effect
  /** Seconds since 1970. */
  minedAt: number
  confirmations: number
  /** US dollars. */
  price: number | undefined
  /** The service's URL. */
  base: string
}

/** An entry of the history. docs/contracts/api.md#history */
export function entryOf(facts: EntryFacts): HistoryEntry {
  const { chain, transaction, effect, minedAt, confirmations } = facts
  const { networkId, nativeCurrency } = chain
  const [first] = effect.moves
  return {
    id: `${networkId}:${transaction.txid}`,
    metadata: {
      operationType: effect.type,
      hash: transaction.txid,
      minedAt: new Date(minedAt * 1000).toISOString(),
      sentFrom: first?.sender ?? '',
      sentTo: first?.recipient ?? '',
      status: confirmations > 0 ? 'confirmed' : 'pending',
      nonce: 0,
      application: null,
      chain: networkId,
      confirmations,
      ...(effect.fee !== undefined && { fee: formatUnits(effect.fee, nativeCurrency.decimals) }),
    },
    transfers: effect.moves.map((move) => transferOf(move, facts)),
  }
}

/** An amount from others that is less than this many satoshi, with a lure beside it, is spam. */
const dust = 100_000n

function transferOf(
  { direction, sender, recipient, amount }: Move,
  { chain: { nativeCurrency }, effect, price, base }: EntryFacts,
): HistoryTransfer {
  const { name, symbol, decimals } = nativeCurrency
  const numeric = formatUnits(amount, decimals)
  return {
    fungible_info: {
      name,
      symbol,
      icon: { url: tokenImageUrl(base, symbol, { listed: true }) },
      flags: { is_spam: direction === 'in' && effect.hasLure && amount < dust },
    },
    nft_info: null,
    direction,
    sender,
    recipient,
    quantity: { numeric },
    value: price === undefined ? null : Number(numeric) * price,
    price: price ?? null,
  }
}
