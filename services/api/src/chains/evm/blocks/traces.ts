import * as v from 'valibot'
import { readShape } from '@latchkey/protocol/border'
import type { Hex } from '../../../chainIndex/chainIndex.ts'
import { scalars, type Reading } from '../../../providers/rpcAnswer.ts'
import { address, quantity, readAs, type InternalTransfer } from './wire.ts'

/** The block whose traces are read. A reorg may have replaced it meanwhile. */
export type TracedBlock = { hash: string; transactions: readonly { hash: string }[] }
/** The traces belong to another block. */
export class OtherBlockError extends Error {
  override readonly name = 'OtherBlockError'
}
/** The traces contradict each other, or contradict the block. */
class TraceError extends Error {
  override readonly name = 'TraceError'
}

/** Maximum of transfers of coins by contracts in one block. Its gas cannot pay for so many. */
const maxTransfers = 100_000
/** Maximum depth of nested calls. Source: yellow paper, 9.4 */
const deepest = 1_025

const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const trace = v.object({
  type: v.string(),
  blockHash: v.optional(v.string()),
  action: v.object({
    callType: v.optional(v.string()),
    from: v.optional(address),
    to: v.nullish(address),
    value: v.nullish(quantity),
    // the destroyed contract, the account that gets its coins, and their amount
    address: v.optional(address),
    refundAddress: v.optional(address),
    balance: v.optional(quantity),
  }),
  error: v.nullish(v.string()),
  result: v.nullish(v.object({ address: v.nullish(address) })),
  // the position in the tree of calls; of the whole path only the length and the last entry are
  // used
  traceAddress: v.pipe(
    v.array(v.unknown()),
    v.maxLength(deepest),
    v.transform((path) => ({ depth: path.length, last: path.at(-1) ?? 0 })),
    v.object({ depth: v.number(), last: place }),
  ),
  transactionPosition: v.nullish(place),
})
type Trace = v.InferOutput<typeof trace>

/**
 * From the result of `trace_block`, reads the coins that contracts sent. The calls are in order:
 * every call comes before its inner calls. Transfers of reverted calls are left out. The calls are
 * read one by one as they arrive, and only their transfers are kept. Source: OpenEthereum's trace
 * module
 * @throws OtherBlockError
 */
export function parityTraces(block: TracedBlock): Reading<InternalTransfer[]> {
  return {
    members: [
      'type',
      'blockHash',
      'action',
      'callType',
      'from',
      'to',
      'value',
      'address',
      'refundAddress',
      'balance',
      'error',
      'result',
      'traceAddress',
      'transactionPosition',
    ],
    objectLists: ['result'],
    scalarLists: ['traceAddress'],
    kinds: {
      // objects named `result`: the traces in the answer's list, and the result inside a trace
      result: {
        ...scalars(['type', 'blockHash', 'error', 'transactionPosition', 'address']),
        action: 'object',
        result: 'object',
        traceAddress: 'list',
      },
      action: scalars(Object.keys(trace.entries.action.entries)),
    },
    begin() {
      const walk = createWalk(block)
      return {
        reduce: (value, { name, depth }) =>
          name === 'result' && depth === 3 ? walk.pass(readShape(trace, value)) : value,
        read(result) {
          if (!Array.isArray(result) || result.length !== walk.passed())
            throw new TraceError('The traces are no list')
          if (result.length === 0 && block.transactions.length > 0)
            throw new TraceError('The traces are missing')
          return walk.moved
        },
      }
    },
  }
}

/**
 * Goes through the calls of a block in order. The trace address of each call is its position in the
 * tree.
 */
function createWalk({ hash, transactions }: TracedBlock) {
  const moved: InternalTransfer[] = []
  const path: number[] = []
  let transaction = -1
  let undoneFrom = Infinity
  let passed = 0

  function enter(index: number, { depth, last }: Trace['traceAddress']): void {
    const isNew = index !== transaction
    const known = path[depth - 1]
    const fits = isNew
      ? index > transaction && index < transactions.length && depth === 0
      : depth > 0 && depth <= path.length + 1 && (known === undefined || known < last)
    if (!fits) throw new TraceError('The traces are not in their order')
    transaction = index
    path.length = Math.max(0, depth - 1)
    if (depth > 0) path.push(last)
    if (isNew || depth <= undoneFrom) undoneFrom = Infinity
  }

  return {
    moved,
    passed: () => passed,
    pass(one: Trace): null {
      passed += 1
      const { blockHash, traceAddress, transactionPosition, error } = one
      if (blockHash !== undefined && blockHash.toLowerCase() !== hash) throw new OtherBlockError()
      if (transactionPosition == null) return null // a block's reward, which is no call
      enter(transactionPosition, traceAddress)
      if (error != null) undoneFrom = Math.min(undoneFrom, traceAddress.depth)
      const move = traceAddress.depth === 0 || undoneFrom !== Infinity ? undefined : movedBy(one)
      if (move) moved.push({ index: transactionPosition, ...move })
      if (moved.length > maxTransfers) throw new TraceError('More transfers than a block can have')
      return null
    },
  }
}

type Move = Omit<InternalTransfer, 'index'>

/**
 * The transfer of a call.
 * @throws TraceError when accounts are missing: the call may have sent coins
 */
function movedBy({ type, action, result }: Trace): Move | undefined {
  const { callType, from, to, address, refundAddress } = action
  const isWhole =
    type === 'suicide'
      ? address && refundAddress
      : type === 'create'
        ? from
        : type !== 'call' || (callType !== undefined && from && to)
  if (!isWhole) throw new TraceError('A trace lacks its accounts')
  if (type === 'suicide') return move(address, refundAddress, action.balance)
  if (type === 'create') return move(from, result?.address, action.value)
  return callType === 'call' ? move(from, to, action.value) : undefined
}

function move(
  sender: Hex | null | undefined,
  recipient: Hex | null | undefined,
  amount: bigint | null | undefined,
) {
  return sender && recipient && amount ? { sender, recipient, amount } : undefined
}

/**
 * What remains of a call that was read: its own transfer, and the inner calls that contain
 * transfers. A reverted call becomes null.
 */
class Frame {
  readonly own: Move | undefined
  readonly calls: readonly Frame[]

  constructor(own: Move | undefined, calls: readonly Frame[]) {
    this.own = own
    this.calls = calls
  }
}

const frame = v.object({
  type: v.string(),
  from: address,
  to: v.nullish(address),
  value: v.nullish(quantity),
  error: v.nullish(v.string()),
  // inner calls are read before the outer call, and are frames already
  calls: v.optional(v.array(v.nullable(v.instance(Frame))), []),
})
const traced = v.object({ txHash: v.optional(v.string()), result: v.nullable(v.instance(Frame)) })
type Traced = v.InferOutput<typeof traced>
const frameKinds = { ...scalars(['type', 'from', 'to', 'value', 'error']), calls: 'list' } as const
const sending = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/**
 * From the result of `debug_traceBlockByNumber` with the `callTracer`, reads the coins that
 * contracts sent. If one transaction has no trace, the whole block fails. Source: geth's built-in
 * tracers
 * @throws OtherBlockError
 */
export function callFrames({ transactions }: TracedBlock): Reading<InternalTransfer[]> {
  const members = ['txHash', 'result', 'type', 'from', 'to', 'value', 'error', 'calls']
  return {
    members,
    objectLists: ['result', 'calls'],
    kinds: {
      result: { ...frameKinds, ...scalars(['txHash']), result: 'object' },
      calls: frameKinds,
    },
    begin: () => ({
      reduce(value, { name, depth }) {
        if (name === 'calls' || (name === 'result' && depth === 4)) return readFrame(value)
        return name === 'result' && depth === 3 ? readShape(traced, value) : value
      },
      read(result) {
        const results = readShape(v.array(readAs<Traced>()), result)
        const fits =
          results.length === transactions.length &&
          results.every(
            (result, index) =>
              result.txHash === undefined ||
              result.txHash.toLowerCase() === transactions[index]?.hash,
          )
        if (!fits) throw new OtherBlockError()
        return results.flatMap((result, index) =>
          (result.result?.calls ?? [])
            .flatMap((call) => movedIn(call))
            .map((moved) => ({ index, ...moved })),
        )
      },
    }),
  }
}

function readFrame(value: unknown): Frame | null {
  const { type, from, to, value: amount, error, calls } = readShape(frame, value)
  if (error != null) return null
  const own = sending.has(type) ? move(from, to, amount) : undefined
  return new Frame(
    own,
    calls.flatMap((call) => (call && (call.own || call.calls.length > 0) ? [call] : [])),
  )
}

/** The transfer of a call, followed by the transfers of its inner calls at any depth. */
function movedIn(call: Frame): Move[] {
  const moved: Move[] = []
  const open: Frame[] = [call]
  for (let one = open.pop(); one; one = open.pop()) {
    if (one.own) moved.push(one.own)
    for (const inner of one.calls.toReversed()) open.push(inner)
    if (moved.length > maxTransfers) throw new TraceError('More transfers than a block can have')
  }
  return moved
}
