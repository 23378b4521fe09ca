import { fromBase64 } from '@latchkey/protocol/base64'
import { isRecord } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { askNode } from '../askNode.ts'

/** An account of the network. `owner`: its program, base58. */
export type ChainAccount = { owner: string; data: Uint8Array<ArrayBuffer> }

/** Maximum of accounts of one request. */
const maxAccounts = 100
/**
 * Maximum of base64 characters of an account's data. The accounts that are read here are
 * short.
 */
const maxCharacters = 8_192

/**
 * Reads accounts of the network. The result is undefined for an account that does not exist or is
 * too large. `getMultipleAccounts`
 * @throws Fault `answerInvalid`, or a fault of the node
 */
export async function readAccounts(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (ChainAccount | undefined)[]> {
  const requested = addresses.slice(0, maxAccounts)
  const answer = await askNode(wallet, network, {
    method: 'getMultipleAccounts',
    params: [requested, { commitment: 'processed', encoding: 'base64' }],
    signal,
  })
  const value = isRecord(answer) ? answer['value'] : undefined
  if (!Array.isArray(value) || value.length !== requested.length) throw fault('answerInvalid')
  return (value as readonly unknown[]).map(accountOf)
}

function accountOf(value: unknown): ChainAccount | undefined {
  if (!isRecord(value)) return undefined
  const { owner, data } = value
  const text: unknown = Array.isArray(data) ? data[0] : undefined
  if (typeof owner !== 'string' || typeof text !== 'string' || text.length > maxCharacters)
    return undefined
  try {
    return { owner, data: fromBase64(text) }
  } catch (cause) {
    throw fault('answerInvalid', { cause })
  }
}
