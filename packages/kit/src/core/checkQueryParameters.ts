import { isRecord } from '@latchkey/protocol/isObject'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Kit } from './kit.ts'
import { networkNotFound } from './networkNotFound.ts'
import { optionInvalid } from './optionInvalid.ts'

/**
 * What a function of the kit may be asked with: an account's network, and the signal that ends the
 * wait.
 */
export type QueryParameters = {
  /** The network of the visitor's account to ask about. @default the current one */
  networkId?: NetworkId | string
  /** Ends the wait, with `requestAborted`. */
  signal?: AbortSignal
}

/** What a watch may be asked with. */
export type WatchParameters<value> = {
  /**
   * Called at once with the present value, and after each change until the watch ends. What it
   * throws is reported to the page, and changes nothing.
   */
  onChange: (value: value) => void
}

/**
 * Checks what sites without types pass: the object itself, and the parts that all functions share.
 * Returns the network as a checked id.
 * @throws KitError optionInvalid; networkNotFound for a network that the site does not name
 */
export function checkQueryParameters(kit: Kit, parameters: unknown): NetworkId | undefined {
  if (!isRecord(parameters))
    throw optionInvalid('parameters', 'is not an object', 'Pass an object.')
  const { networkId, signal } = parameters
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw optionInvalid('signal', 'is not valid', 'Pass the signal of an AbortController.')
  if (networkId === undefined) return undefined
  const network = kit.context.networks.find((one) => one.networkId === networkId)
  if (!network) throw networkNotFound(networkId, kit.context.networks)
  return network.networkId
}

/**
 * The same for a watch. Returns the listener, in a form that never throws.
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

/** A text from a site. @throws KitError optionInvalid */
export function checkText(name: string, value: unknown, advice: string): void {
  if (typeof value !== 'string' || value === '') throw optionInvalid(name, 'is not valid', advice)
}
