import * as v from 'valibot'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { address, quantity, type InternalTransfer } from './wire.ts'

/** The block that traces have to be of: it may have been replaced since it was read. */
export type TracedBlock = { hash: string; transactions: readonly { hash: string }[] }
/** The traces are of another block. */
export class OtherBlockError extends Error {
  override readonly name = 'OtherBlockError'
}

const trace = v.object({
  type: v.string(),
  blockHash: v.optional(v.string()),
  action: v.object({
    callType: v.optional(v.string()),
    from: v.optional(address),
    to: v.nullish(address),
    value: v.nullish(quantity),
    // what a contract that destroys itself leaves, and to whom
    address: v.optional(address),
    refundAddress: v.optional(address),
    balance: v.optional(quantity),
  }),
  error: v.nullish(v.string()),
  result: v.nullish(v.object({ address: v.nullish(address) })),
  traceAddress: v.array(v.number()),
  transactionPosition: v.nullish(v.number()),
})
type Trace = v.InferOutput<typeof trace>

/**
 * Coins that contracts sent, in the order of the calls. What was reverted with a call above it is left out.
 * @param answer of `trace_block`. Source: OpenEthereum's trace module
 * @throws ValiError, OtherBlockError
 */
export function readParityTraces(answer: unknown, { hash }: TracedBlock): InternalTransfer[] {
  const traces = v.parse(v.array(trace), answer)
  if (traces.some(({ blockHash }) => blockHash !== undefined && blockHash.toLowerCase() !== hash)) throw new OtherBlockError()
  const failed = new Set(traces.filter(({ error }) => error != null).map((one) => pathOf(one, one.traceAddress.length)))
  const isUndone = (one: Trace) => Array.from({ length: one.traceAddress.length + 1 }, (_, depth) => pathOf(one, depth)).some((path) => failed.has(path))
  return traces.flatMap((one) => {
    const moved = one.transactionPosition == null || one.traceAddress.length === 0 || isUndone(one) ? undefined : movedBy(one)
    return moved && moved.amount > 0n ? [{ index: one.transactionPosition ?? 0, ...moved }] : []
  })
}

const pathOf = ({ transactionPosition, traceAddress }: Trace, depth: number) => `${transactionPosition}/${traceAddress.slice(0, depth).join('/')}`

function movedBy({ type, action, result }: Trace): Omit<InternalTransfer, 'index'> | undefined {
  if (type === 'suicide') return move(action.address, action.refundAddress, action.balance)
  if (type === 'create') return move(action.from, result?.address, action.value)
  return action.callType === 'call' ? move(action.from, action.to, action.value) : undefined
}

function move(sender: Hex | null | undefined, recipient: Hex | null | undefined, amount: bigint | null | undefined) {
  return sender && recipient && amount ? { sender, recipient, amount } : undefined
}

const frame = v.object({
  type: v.string(),
  from: address,
  to: v.nullish(address),
  value: v.nullish(quantity),
  error: v.nullish(v.string()),
  calls: v.optional(v.array(v.unknown()), []),
})
const sending = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/**
 * The same from `debug_traceBlockByNumber` with the `callTracer`. Source: geth's built-in tracers.
 * @throws ValiError, also when a transaction could not be traced; OtherBlockError
 */
export function readCallFrames(answer: unknown, { transactions }: TracedBlock): InternalTransfer[] {
  const results = v.parse(v.array(v.object({ txHash: v.optional(v.string()), result: v.unknown() })), answer)
  const fits = results.length === transactions.length && results.every(({ txHash }, index) => txHash === undefined || txHash.toLowerCase() === transactions[index]?.hash)
  if (!fits) throw new OtherBlockError()
  return results.flatMap(({ result }, index) => {
    const { calls, error } = v.parse(frame, result)
    return error == null ? calls.flatMap((call) => movedIn(call, index)) : []
  })
}

/** A call and what was called from it. */
function movedIn(call: unknown, index: number): InternalTransfer[] {
  const { type, from, to, value, error, calls } = v.parse(frame, call)
  if (error != null) return []
  const own = sending.has(type) ? move(from, to, value) : undefined
  return [...(own ? [{ index, ...own }] : []), ...calls.flatMap((inner) => movedIn(inner, index))]
}
