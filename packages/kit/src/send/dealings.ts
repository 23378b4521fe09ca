import { accountHistory } from '@latchkey/protocol/history'
import type { HistoryEntry, HistoryTransfer } from '@latchkey/protocol/history'
import type { NetworkId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { callApi } from '../core/callApi.ts'
import type { Kit } from '../core/kit.ts'
import { hex, isObject, orNothing, word } from './node.ts'
import type { Node } from './node.ts'
import type { Dealings } from './warnings.ts'

/** One thing that happened between the account and somebody, as far as it says whom the account knows. */
export type Dealing = { with: string; isOut: boolean; hasWorth: boolean }

/** Pages of the history that are read, of {@link counts.historyPage} entries each. */
const pages = 2
/** Blocks whose transfers are looked at beside: what the history does not hold yet, or where there is none. */
const recentBlocks = 10_000n
/** Transfers that are looked at. */
const mostLogs = 2_000
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * Whom an account has dealt with: by the first pages of its history where there is an API, however old, and by the transfers
 * of the latest blocks. What can't be read is left out: then fewer people are known. `tokens` are contracts that are no fakes.
 * @throws KitError requestAborted
 */
export async function readDealings(kit: Kit, node: Node, { account, networkId, tokens, signal }: { account: string; networkId: NetworkId; tokens: readonly string[]; signal?: AbortSignal }): Promise<Dealings> {
  const [entries, logs] = await Promise.all([readEntries(kit, account, networkId, signal), readLogs(node, account)])
  const real = new Set(tokens.map((token) => token.toLowerCase()))
  return dealingsOf([...entries.flatMap((entry) => dealingOf(entry, account)), ...logs.flatMap((log) => moveOf(log, account, real))])
}

/** Sorts everybody by the best that is known of them. */
export function dealingsOf(dealings: readonly Dealing[]): Dealings {
  const who = (isMeant: (one: Dealing) => boolean) => new Set(dealings.filter(isMeant).map((one) => one.with.toLowerCase()))
  const sentTo = who(({ isOut, hasWorth }) => isOut && hasWorth)
  const paidBy = who(({ isOut, hasWorth }) => !isOut && hasWorth)
  const rest = who(({ hasWorth }) => !hasWorth)
  return { sentTo, paidBy, strangers: new Set([...rest].filter((one) => !sentTo.has(one) && !paidBy.has(one))) }
}

async function readEntries({ context: { api } }: Kit, address: string, chainId: string, signal: AbortSignal | undefined): Promise<readonly HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  if (!api || !isEvmAddress(address)) return entries
  let cursor: string | undefined
  for (let page = 0; page < pages; page++) {
    const answer = await orNothing(callApi(api, accountHistory, { query: { address, chainId, cursor }, signal, retries: 1 }))
    entries.push(...(answer?.data ?? []))
    cursor = answer?.next ?? undefined
    if (!cursor) break
  }
  return entries
}

/**
 * The other sides of a transaction: who it was with, and everybody to whom it moved something for the account. What somebody
 * else sent in the account's name counts as nothing, and so does who a token says it came from: any token may claim that.
 */
export function dealingOf({ metadata: { sentFrom, sentTo, status }, transfers }: HistoryEntry, account: string): readonly Dealing[] {
  if (status !== 'confirmed') return []
  const isOwn = isSame(sentFrom, account)
  const moved = transfers ?? []
  const met = { with: isOwn ? sentTo : sentFrom, isOut: isOwn, hasWorth: moved.some((one) => one.direction === (isOwn ? 'out' : 'in') && hasWorth(one)) }
  const others = moved.flatMap((one) => partnerOf(one, isOwn))
  return [met, ...others].filter((one) => isEvmAddress(one.with) && !isSame(one.with, account))
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function partnerOf(transfer: HistoryTransfer, isOwn: boolean): readonly Dealing[] {
  const { direction, sender, recipient } = transfer
  if (direction === 'out' && recipient) return [{ with: recipient, isOut: isOwn, hasWorth: isOwn && hasWorth(transfer) }]
  return direction === 'in' && sender && !isOwn ? [{ with: sender, isOut: false, hasWorth: false }] : []
}

function hasWorth({ quantity, fungible_info, nft_info }: HistoryTransfer): boolean {
  return /[1-9]/.test(quantity.numeric) && !fungible_info?.flags?.is_spam && !nft_info?.flags?.is_spam
}

async function readLogs(node: Node, account: string): Promise<readonly unknown[]> {
  const latest = await orNothing(node.quantity('eth_blockNumber', []))
  if (latest === undefined) return []
  const fromBlock = hex(latest > recentBlocks ? latest - recentBlocks : 0n)
  const self = `0x${word(account)}`
  const asked = [[transferTopic, self], [transferTopic, null, self]].map((topics) => orNothing(node.ask('eth_getLogs', [{ fromBlock, toBlock: 'latest', topics }])))
  return (await Promise.all(asked)).flatMap((logs) => (Array.isArray(logs) ? logs.slice(-mostLogs) : []))
}

/** A transfer of a token, ERC-20. Fakes may claim any sender and any amount: they have no worth. */
export function moveOf(log: unknown, account: string, real: ReadonlySet<string>): readonly Dealing[] {
  if (!isObject(log) || !Array.isArray(log['topics']) || log['topics'].length !== 3 || log['data'] === '0x') return []
  const [, from, to] = log['topics'].map((topic) => `0x${String(topic).slice(26)}`)
  const isOut = isSame(from ?? '', account)
  const other = isOut ? to : from
  if (!isEvmAddress(other) || isSame(other, account)) return []
  return [{ with: other, isOut, hasWorth: real.has(String(log['address']).toLowerCase()) && /[1-9a-f]/i.test(String(log['data']).slice(2)) }]
}
