import { isRecord } from '@latchkey/protocol/isObject'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Kit } from '../kit/kit.ts'
import { networkNotFound } from './networkNotFound.ts'
import { optionInvalid } from './optionInvalid.ts'
import { contextOf } from '../kit/context.ts'

/**
 * Parameters of the kit's functions about an account: its network, and the signal that ends the
 * wait.
 */
export type QueryParameters = {
  /**
   * The network of the visitor's account.
   * @default the current one
   */
  networkId?: NetworkId | string
  /** Ends the wait, with `requestAborted`. */
  signal?: AbortSignal
}

/** Parameters of a watch. */
export type WatchParameters<value> = {
  /**
   * Called at once with the current value, and after each change until the watch ends. Errors that
   * it throws are reported to the page (`reportError`) and do not end the watch.
   */
  onChange: (value: value) => void
}

/**
 * Checks the parameters of a caller without types: the object itself, and the parts that all
 * functions share.
 * @returns the network, as a checked id
 * @throws KitError optionInvalid; networkNotFound for a network that is not in the site's
 *   `networks`
 */
export function checkQueryParameters(kit: Kit, parameters: unknown): NetworkId | undefined {
  if (!isRecord(parameters))
    throw optionInvalid('parameters', 'is not an object', 'Pass an object.')
  const { networkId, signal } = parameters
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw optionInvalid('signal', 'is not valid', 'Pass the signal of an AbortController.')
  if (networkId === undefined) return undefined
  const network = contextOf(kit).networks.find((candidate) => candidate.networkId === networkId)
  if (!network) throw networkNotFound(networkId, contextOf(kit).networks)
  return network.networkId
}

/**
 * Checks the parameters of a watch.
 * @returns the network, and a listener that never throws
 * @throws KitError optionInvalid, networkNotFound
 */
export function checkWatchParameters<value>(
  kit: Kit,
  parameters: WatchParameters<value>,
): { networkId: NetworkId | undefined; notify: (value: value) => void } {
  const networkId = checkQueryParameters(kit, parameters)
  const { onChange } = parameters
  if (typeof onChange !== 'function')
    throw optionInvalid('onChange', 'is not valid', 'Pass a function.')
  return {
    networkId,
    notify(value) {
      try {
        onChange(value)
      } catch (error) {
        globalThis.reportError?.(error)
      }
    },
  }
}

/**
 * Checks that a site passed a text that is not empty.
 * @throws KitError optionInvalid
 */
export function checkText(name: string, value: unknown, advice: string): void {
  if (typeof value !== 'string' || value === '') throw optionInvalid(name, 'is not valid', advice)
}
