import { concatBytes } from '@noble/hashes/utils.js'
import { partsOf } from '@latchkey/protocol/isObject'
import { readSs58, writeSs58 } from '@latchkey/protocol/chains/ss58'
import { kitError } from '../../../core/errors/errors.ts'
import { isSameBytes, maxTransactionBytes } from './bytes.ts'
import { holdsValue } from './holdsValue.ts'
import type { Runtime } from './runtime.ts'

/** A call, by the names of its pallet and of itself. `parameters` are in the form of polkadot-api. */
export type Call = { pallet: string; name: string; parameters: unknown }

/**
 * Writes a call.
 * @throws KitError actionNotAllowed where the runtime lacks it, or takes other parameters
 */
export function writeCall({ builder }: Runtime, { pallet, name, parameters }: Call): Uint8Array {
  try {
    const { codec, location } = builder.buildCall(pallet, name)
    return concatBytes(Uint8Array.from(location), codec.enc(parameters))
  } catch (cause) {
    throw kitError('actionNotAllowed', {
      cause,
      details: `The network has no call ${pallet}.${name}`,
      isUnsent: true,
    })
  }
}

/** Reads a call. Undefined for bytes that are no call of this runtime, or more than one. */
export function readCall(runtime: Runtime, bytes: Uint8Array): Call | undefined {
  const { call, lookup } = runtime
  if (bytes.length < 2 || bytes.length > maxTransactionBytes) return undefined
  if (lookup.call === null || !holdsValue(runtime, lookup.call, bytes)) return undefined
  try {
    const value: unknown = call.dec(bytes.slice())
    if (!isSameBytes(call.enc(value), bytes)) return undefined
    const { type: pallet, value: inner } = partsOf(value)
    const { type: name, value: parameters } = partsOf(inner)
    return typeof pallet === 'string' && typeof name === 'string'
      ? { pallet, name, parameters }
      : undefined
  } catch {
    return undefined // the bytes have another form
  }
}

/** A payment of the native token to an address. `all`: the amount is all that the sender can pay. */
export type TransferCall = { to: string; amount: bigint | 'all' }

/**
 * Writes the call of a payment of the native token. The payment leaves at least the minimum in the
 * account, unless `isLast`: it may then end the account. A call that sends whatever is there
 * (`transfer_all`) is never written: it would send more than was shown, if the node names too low a
 * balance, or if something arrives in between.
 * @throws KitError actionNotAllowed
 */
export function writeTransfer(
  runtime: Runtime,
  { to, amount, isLast = false }: { to: string; amount: bigint; isLast?: boolean },
): Uint8Array {
  const key = readSs58(to)?.key
  if (!key) throw kitError('actionNotAllowed', { details: 'notAnAddress' })
  // the prefix does not matter: an address is written as its key
  const dest = { type: 'Id', value: writeSs58(key, 42) }
  const parameters = { dest, value: amount }
  const write = (name: string) => writeCall(runtime, { pallet: 'Balances', name, parameters })
  if (!isLast) return write('transfer_keep_alive')
  try {
    return write('transfer_allow_death')
  } catch {
    return write('transfer') // its name in older runtimes
  }
}

/** The calls that pay an amount of the native token. `transfer` is the name in older runtimes. */
const transfers: ReadonlySet<string> = new Set([
  'transfer',
  'transfer_keep_alive',
  'transfer_allow_death',
])

/** Reads a call as a payment of the native token. Undefined for any other call. */
export function readTransfer({ pallet, name, parameters }: Call): TransferCall | undefined {
  const { dest, value } = partsOf(parameters)
  const { type, value: to } = partsOf(dest)
  if (pallet !== 'Balances' || type !== 'Id' || typeof to !== 'string') return undefined
  if (name === 'transfer_all') return { to, amount: 'all' }
  return transfers.has(name) && typeof value === 'bigint' ? { to, amount: value } : undefined
}
