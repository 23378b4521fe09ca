import type { Address } from '../../decode/Effect.ts'
import type { RequestedTransaction } from '../../../rpc/readTransaction.ts'
import type { Network } from '../../../wallet/network.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { askSimulation } from './askSimulation.ts'
import type { CallResult, ToSimulate } from './askSimulation.ts'
import { grantsOf } from './grantsOf.ts'
import { movesOf } from './movesOf.ts'
import type { Move } from './movesOf.ts'
import type { Change, SimulatedCall, Simulation } from './Simulation.ts'

/**
 * The maximum number of contracts whose balance is read. With more contracts no changes are
 * reported, because some would be missing.
 */
const maxTokens = 16

type Parts = {
  address: Address
  transactions: readonly RequestedTransaction[]
  /** The code that the account has in the simulation. @default its present code */
  code?: `0x${string}`
  signal?: AbortSignal
}

/**
 * Simulates transactions and reports the changes of the account.
 * Tokens are counted by `balanceOf` before and after, because any contract can emit a false
 * transfer event. Without these counts `changes` is absent, which does not mean that nothing
 * changes. Grants and success are reported in any case. `eth_simulateV1`
 * @returns undefined where the node can't simulate
 */
export async function simulate(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { address, transactions, code, signal }: Parts,
): Promise<Simulation | undefined> {
  const calls = transactions.map(({ to, value, data }) => ({
    from: address,
    ...(to && { to }),
    value,
    data,
  }))
  const codes = code && { [address]: { code } }
  const first = await askSimulation(wallet, network, { calls, codes, signal })
  if (!first) return undefined
  const moves = first.flatMap(({ logs }) => movesOf(logs, address))
  const tokens = [...new Set(moves.flatMap((move) => (move.kind === 'token' ? [move.token] : [])))]
  const counted =
    tokens.length > maxTokens
      ? undefined
      : tokens.length > 0
        ? await countTokens(wallet, network, { address, calls, codes, tokens, signal })
        : []
  return {
    calls: first.map(outcomeOf),
    grants: first.flatMap(({ logs }) => grantsOf(logs, address)),
    ...(counted && { changes: [...currencyOf(moves), ...counted, ...piecesOf(moves)] }),
  }
}

type Counting = {
  address: Address
  calls: ToSimulate['calls']
  codes: ToSimulate['codes']
  tokens: readonly Address[]
  signal: AbortSignal | undefined
}

/**
 * Simulates the calls between two reads of each token's balance.
 * @returns undefined if a contract reports no balance, or the node refuses
 */
async function countTokens(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { address, calls, codes, tokens, signal }: Counting,
): Promise<readonly Change[] | undefined> {
  const counts = tokens.map((token) => ({
    from: address,
    to: token,
    value: 0n,
    data: `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}` as const,
  }))
  const ran = await askSimulation(wallet, network, {
    calls: [...counts, ...calls, ...counts],
    codes,
    signal,
  })
  if (!ran) return undefined
  const countOf = (call: CallResult | undefined) =>
    call?.isFine && /^0x[\da-f]{64}$/i.test(call.returned) ? BigInt(call.returned) : undefined
  const changes: Change[] = []
  for (const [index, token] of tokens.entries()) {
    const [before, after] = [
      countOf(ran[index]),
      countOf(ran[tokens.length + calls.length + index]),
    ]
    if (before === undefined || after === undefined) return undefined
    if (after !== before) changes.push({ kind: 'token', token, amount: after - before })
  }
  return changes
}

/** The moves of the chain's currency, which the node itself reports. */
function currencyOf(moves: readonly Move[]): readonly Change[] {
  const amount = moves.reduce(
    (sum, move) => (move.kind === 'currency' ? sum + move.amount : sum),
    0n,
  )
  return amount === 0n ? [] : [{ kind: 'currency', amount }]
}

function piecesOf(moves: readonly Move[]): readonly Change[] {
  const pieces = new Map<string, Extract<Move, { kind: 'piece' }>>()
  for (const move of moves) {
    if (move.kind !== 'piece') continue
    const name = `${move.token} ${move.id}`
    pieces.set(name, { ...move, amount: move.amount + (pieces.get(name)?.amount ?? 0n) })
  }
  return [...pieces.values()].filter(({ amount }) => amount !== 0n)
}

const outcomeOf = ({ gas, isFine, reason }: CallResult): SimulatedCall =>
  isFine ? { gas, isFine } : { gas, isFine, ...(reason !== undefined && { reason }) }
