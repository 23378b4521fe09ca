import type { NetworkId } from '@latchkey/protocol/caip'
import { adapterOf } from '../core/adapterOf.ts'
import { kitError } from '../core/errors.ts'
import { KitError } from '../core/KitError.ts'
import type { Kit } from '../core/kit.ts'

/** Asks the nodes of one network. */
export type Node = {
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  /** The answer as a quantity. @throws KitError answerInvalid when it is none */
  quantity(method: string, params: readonly unknown[]): Promise<bigint>
}

/** The nodes of an EVM network, over the kit's adapter. */
export function nodeOf(kit: Kit, networkId: NetworkId, signal?: AbortSignal): Node {
  const adapter = adapterOf(kit, 'eip155')
  const ask: Node['ask'] = (method, params) => adapter.request({ method, params, networkId, signal })
  return { ask, quantity: async (method, params) => quantityOf(await ask(method, params)) }
}

/** A hex quantity of at most 32 bytes. @throws KitError answerInvalid */
export function quantityOf(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw kitError('answerInvalid')
  return BigInt(value)
}

/** What a node does not know or does not want to say is left open; only who gave up waiting hears of it. @throws KitError requestAborted */
export async function orNothing<value>(asked: Promise<value>): Promise<value | undefined> {
  try {
    return await asked
  } catch (error) {
    if (KitError.is(error, 'requestAborted')) throw error
    return undefined
  }
}

/** A quantity as nodes are told it. */
export const hex = (value: bigint): `0x${string}` => `0x${value.toString(16)}`

/** An address or a number as a word of call data, without 0x. */
export const word = (value: string | bigint): string => (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')

/** Something with parts, whatever they are. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
