import { isRecord } from '@latchkey/protocol/isObject'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Kit } from './kit.ts'
import { networkNotFound } from './networkNotFound.ts'
import { optionInvalid } from './optionInvalid.ts'

/**
 * What a function of the kit may be asked with: an account's network, and the signal that ends the
 * wait.
 */
export type Asked = {
  /** The network of the visitor's account to ask about. @default the current one */
  networkId?: NetworkId | string
  /** Ends the wait, with `requestAborted`. */
  signal?: AbortSignal
}

/** What a watch may be asked with. */
export type Watched<value> = {
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
export function checkAsked(kit: Kit, asked: unknown): NetworkId | undefined {
  if (!isRecord(asked)) throw optionInvalid('parameters', 'is not an object', 'Pass an object.')
  const { networkId, signal } = asked
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw optionInvalid('signal', 'is not valid', 'Pass the signal of an AbortController.')
  if (networkId === undefined) return undefined
  const known = kit.context.networks.find((one) => one.networkId === networkId)
  if (!known) throw networkNotFound(networkId, kit.context.networks)
  return known.networkId
}

/**
 * The same for a watch. Returns the listener, in a form that never throws.
 * @throws KitError optionInvalid, networkNotFound
 */
export function checkWatched<value>(
  kit: Kit,
  watched: Watched<value>,
): { networkId: NetworkId | undefined; tell: (value: value) => void } {
  const networkId = checkAsked(kit, watched)
  const { onChange } = watched
  if (typeof onChange !== 'function')
    throw optionInvalid('onChange', 'is not valid', 'Pass a function.')
  return {
    networkId,
    tell(value) {
      try {
        onChange(value)
      } catch (error) {
        globalThis.reportError?.(error)
      }
    },
  }
}

/** A text from a site. @throws KitError optionInvalid */
export function checkText(name: string, value: unknown, mend: string): void {
  if (typeof value !== 'string' || value === '') throw optionInvalid(name, 'is not valid', mend)
}
