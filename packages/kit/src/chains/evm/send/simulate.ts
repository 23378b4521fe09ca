import { isObject } from '@latchkey/protocol/isObject'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { withoutUnseen } from '@latchkey/protocol/unseen'
import type { Simulation, Transfer } from '../../../core/contracts/facets/send.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import { quantityOf, toQuantity, transferTopic, word } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'
import type { Call } from './callOf.ts'

/**
 * Runs a transfer without sending it: by eth_simulateV1, or by eth_call on a node without
 * eth_simulateV1.
 * @throws KitError requestAborted
 */
export async function simulate(
  chain: Chain,
  order: Pick<Transfer, 'from' | 'to' | 'token'>,
  { to, value, data }: Call,
): Promise<Simulation> {
  const call = { from: order.from, to, value: toQuantity(value), data }
  const answer = await orUndefined(
    chain.request('eth_simulateV1', [
      { blockStateCalls: [{ calls: [call] }], traceTransfers: true, validation: false },
      'latest',
    ]),
  )
  const outcome = outcomeOf(answer)
  if (outcome) return read(outcome, order)
  try {
    return returnedFalse(await chain.request('eth_call', [call, 'latest']), order)
      ? { status: 'fails' }
      : { status: 'works' }
  } catch (error) {
    return revertOf(error)
  }
}

type Outcome = { status: unknown; returnData: unknown; logs: readonly unknown[]; error: unknown }

/** The result of the simulated call. The simulation has one block with one call. */
function outcomeOf(answer: unknown): Outcome | undefined {
  const block: unknown = Array.isArray(answer) ? answer[0] : undefined
  const call: unknown =
    isObject(block) && Array.isArray(block['calls']) ? block['calls'][0] : undefined
  if (!isObject(call) || typeof call['status'] !== 'string') return undefined
  return {
    status: call['status'],
    returnData: call['returnData'],
    logs: Array.isArray(call['logs']) ? call['logs'] : [],
    error: call['error'],
  }
}

function read(
  { status, returnData, logs, error }: Outcome,
  order: Pick<Transfer, 'from' | 'to' | 'token'>,
): Simulation {
  if (status !== '0x1')
    return {
      status: 'fails',
      reason: reasonOf(isObject(error) ? error['message'] : undefined, returnData),
    }
  if (returnedFalse(returnData, order)) return { status: 'fails' }
  const token = (order.token.address ?? nativeTokenAddress).toLowerCase()
  const tokenTransfers = logs.flatMap((log) => tokenTransferOf(log, token))
  const net = (account: string) =>
    tokenTransfers.reduce(
      (sum, tokenTransfer) =>
        sum +
        (tokenTransfer.to === account ? tokenTransfer.amount : 0n) -
        (tokenTransfer.from === account ? tokenTransfer.amount : 0n),
      0n,
    )
  const [from, to] = [word(order.from), word(order.to.address)]
  // the token emits no transfer events, so the amounts can't be checked
  if (tokenTransfers.length === 0) return { status: 'works' }
  return from === to
    ? { status: 'works', leaves: 0n, arrives: 0n }
    : { status: 'works', leaves: -net(from), arrives: net(to) }
}

type TokenTransfer = { from: string; to: string; amount: bigint }

function tokenTransferOf(log: unknown, token: string): readonly TokenTransfer[] {
  if (
    !isObject(log) ||
    String(log['address']).toLowerCase() !== token ||
    !Array.isArray(log['topics'])
  )
    return []
  const [topic, from, to] = log['topics'].map((text) => String(text).toLowerCase())
  if (topic !== transferTopic || !from || !to) return []
  return [{ from: from.slice(2), to: to.slice(2), amount: quantityOf(log['data']) }]
}

/**
 * Whether a token returned false: some tokens do so in place of reverting. An empty answer counts
 * as success.
 */
function returnedFalse(returned: unknown, { token }: Pick<Transfer, 'token'>): boolean {
  return token.address !== undefined && typeof returned === 'string' && /^0x0{64}$/.test(returned)
}

/**
 * The simulation's result for a node's error. A revert means that the transfer fails, with the
 * node's reason. Any other error says nothing about the transfer: the result is `unknown`.
 * @throws KitError requestAborted
 */
export function revertOf(error: unknown): Simulation {
  if (!KitError.is(error)) throw error
  if (error.code === 'requestAborted') throw error
  const { text, data } = innermostError(error)
  return /revert|insufficient|out of gas|invalid opcode/i.test(text)
    ? { status: 'fails', reason: reasonOf(text, data) }
    : { status: 'unknown' }
}

/** The message and the data of the innermost error in the chain of causes. */
function innermostError(error: KitError): { text: string; data: unknown } {
  let [text, data, link]: [string, unknown, unknown] = [error.details ?? '', undefined, error.cause]
  for (let depth = 0; isObject(link) && depth < 10; depth++) {
    if (typeof link['details'] === 'string') text = link['details']
    data ??= link['data']
    link = link['cause']
  }
  return { text, data }
}

/** The maximum length of a shown reason, in characters. The text is untrusted. */
const reasonCharacters = 120

/**
 * The contract's own reason: the text after "execution reverted", or the text in `Error(string)`.
 */
function reasonOf(message: unknown, data?: unknown): string | undefined {
  const reason =
    typeof message === 'string'
      ? /revert(?:ed)?(?: with reason)?[:\s"']+(.+)/is.exec(message)?.[1]
      : undefined
  const text = withoutUnseen(reason ?? textIn(data) ?? '')
    .replace(/\s+/g, ' ')
    .replace(/["']+$/, '')
    .trim()
  if (/^(custom error|0x)/i.test(text)) return undefined
  return text ? text.slice(0, reasonCharacters) : undefined
}

/** The text in the data of `Error(string)`: selector, offset, length, text. */
function textIn(data: unknown): string | undefined {
  const [, size, bytes] =
    (typeof data === 'string' && /^0x08c379a00{62}20([0-9a-f]{64})([0-9a-f]*)$/i.exec(data)) || []
  if (size === undefined || bytes === undefined) return undefined
  const pairs =
    bytes.slice(0, Math.min(Number.parseInt(size, 16), reasonCharacters * 4) * 2).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)))
}
