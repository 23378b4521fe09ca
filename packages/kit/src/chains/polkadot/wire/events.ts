import { partsOf } from '@latchkey/protocol/isObject'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Hex } from './bytes.ts'
import { holdsValue } from './holdsValue.ts'
import type { Runtime } from './runtime.ts'

/**
 * What a transaction in a block did.
 * - `reason`: the name of the error, such as `Balances.InsufficientBalance`. Only after a failure
 * - `fee`: in the smallest unit of the native token. Undefined where no event names it
 */
export type Outcome = { isSuccess: boolean; reason?: string; fee?: bigint }

/**
 * Reads what a transaction did from the events of its block. Undefined if the events can't be read,
 * or name no result.
 * @param events the value of the storage item `System.Events`
 * @param index the number of the transaction in its block
 */
export function readOutcome(runtime: Runtime, events: Hex, index: number): Outcome | undefined {
  const own = readEvents(runtime, events)?.filter((event) => event.extrinsic === index)
  const result = own?.find(
    ({ pallet, name }) =>
      pallet === 'System' && (name === 'ExtrinsicSuccess' || name === 'ExtrinsicFailed'),
  )
  if (!own || !result) return undefined
  const fee = feeIn(own)
  return {
    isSuccess: result.name === 'ExtrinsicSuccess',
    ...(result.name === 'ExtrinsicFailed' && {
      reason: errorName(partsOf(result.parameters)['dispatch_error']),
    }),
    ...(fee !== undefined && { fee }),
  }
}

const isOf = (event: ChainEvent, pallet: string, name: string) =>
  event.pallet === pallet && event.name === name

/**
 * The fee of a transaction by its events. Older runtimes do not name it. There it is what the
 * account paid first, less what it got back last.
 */
function feeIn(own: readonly ChainEvent[]): bigint | undefined {
  const named = own.find((event) => isOf(event, 'TransactionPayment', 'TransactionFeePaid'))
  if (named) return amountIn(named.parameters, 'actual_fee')
  const [first] = own
  if (!first || !isOf(first, 'Balances', 'Withdraw')) return undefined
  const paid = amountIn(first.parameters, 'amount')
  const { who } = partsOf(first.parameters)
  const returned = own
    .slice(1 + own.findLastIndex((event) => !isDeposit(event) && event !== own.at(-1)))
    .filter(
      (event) => isOf(event, 'Balances', 'Deposit') && partsOf(event.parameters)['who'] === who,
    )
    .reduce((sum, { parameters }) => sum + (amountIn(parameters, 'amount') ?? 0n), 0n)
  return paid === undefined || returned > paid ? undefined : paid - returned
}

/** Whether an event says that a part of a fee went somewhere. */
const isDeposit = (event: ChainEvent) =>
  isOf(event, 'Balances', 'Deposit') || isOf(event, 'Treasury', 'Deposit')

function amountIn(parameters: unknown, name: string): bigint | undefined {
  const value = partsOf(parameters)[name]
  return typeof value === 'bigint' ? value : undefined
}

/** An event. `extrinsic` is the number of its transaction in the block. */
export type ChainEvent = {
  extrinsic: number | undefined
  pallet: string
  name: string
  parameters: unknown
}

/** Reads the events of a block. Undefined if they can't be read with this runtime. */
export function readEvents(runtime: Runtime, events: Hex): readonly ChainEvent[] | undefined {
  try {
    const bytes = hexToBytes(events.slice(2))
    const type = eventsType(runtime)
    if (type === undefined || !holdsValue(runtime, type, bytes)) return undefined
    const list: unknown = runtime.builder.buildDefinition(type).dec(bytes)
    return (Array.isArray(list) ? list : []).map((entry: unknown) => {
      const { phase, event } = partsOf(entry)
      const { type, value: extrinsic } = partsOf(phase)
      const { type: pallet, value } = partsOf(event)
      const { type: name, value: parameters } = partsOf(value)
      return {
        extrinsic:
          type === 'ApplyExtrinsic' && typeof extrinsic === 'number' ? extrinsic : undefined,
        pallet: String(pallet),
        name: String(name),
        parameters,
      }
    })
  } catch {
    return undefined // another runtime wrote them
  }
}

/** The type of the storage item `System.Events`. Undefined where a runtime has none. */
const eventsType = ({ lookup }: Runtime): number | undefined => {
  const items = lookup.metadata.pallets.find(({ name }) => name === 'System')?.storage?.items
  const type = items?.find(({ name }) => name === 'Events')?.type
  return type?.tag === 'plain' ? type.value : undefined
}

/** The maximum length of the name of an error, in characters. */
const maxNameLength = 100

/**
 * The name of an error of a call: that of the pallet and its own, such as `Token.FundsUnavailable`.
 */
export function errorName(error: unknown): string {
  const { type, value } = partsOf(error)
  const inner = partsOf(value)
  const names =
    type === 'Module'
      ? [inner['type'], partsOf(inner['value'])['type']]
      : [type, inner['type'] ?? undefined]
  return names
    .filter((name) => typeof name === 'string')
    .join('.')
    .slice(0, maxNameLength)
}
