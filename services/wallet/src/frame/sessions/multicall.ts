import { isHex, type Hex } from '@latchkey/protocol/evmSignature/hex'
import { createWordReader } from '@latchkey/protocol/smartAccounts/wordReader'
import { bytesWords, wordOf } from '@latchkey/protocol/smartAccounts/words'
import { fault } from '../bridge/Fault.ts'
import { askNode } from '../rpc/askNode.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'

/** A call that reads from a contract. */
export type ContractRead = { to: Hex; data: Hex }

/** Multicall3, at the same address on nearly all networks. https://www.multicall3.com */
export const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** The most reads in one request, so that its body stays below 256 KiB. */
const atOnce = 300

/**
 * Reads many contracts in one call of the node. Undefined where a contract reverted. Source:
 * Multicall3 `aggregate3`
 * @throws Fault when the node does not answer, or not in this form
 */
export async function multicall(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  reads: readonly ContractRead[],
  signal?: AbortSignal,
): Promise<readonly (Hex | undefined)[]> {
  const results: (Hex | undefined)[] = []
  for (let start = 0; start < reads.length; start += atOnce) {
    const part = reads.slice(start, start + atOnce)
    const answer = await askNode(wallet, network, {
      method: 'eth_call',
      params: [{ to: multicall3, data: encode(part) }, 'latest'],
      ...(signal && { signal }),
    })
    results.push(...decode(answer, part.length))
  }
  return results
}

/** The call data of `aggregate3((address,bool,bytes)[])`. Each inner call may fail. */
function encode(reads: readonly ContractRead[]): Hex {
  const tuples = reads.map(({ to, data }) => wordOf(to) + wordOf(1) + wordOf(96) + bytesWords(data))
  let place = reads.length * 32
  const places = tuples.map((tuple) => {
    const own = wordOf(place)
    place += tuple.length / 2
    return own
  })
  return `0x82ad56cb${wordOf(32)}${wordOf(reads.length)}${places.join('')}${tuples.join('')}`
}

/** The results, which are never longer together than the answer. @throws Fault `answerInvalid` */
function decode(answer: unknown, count: number): (Hex | undefined)[] {
  if (!isHex(answer)) throw fault('answerInvalid')
  const words = createWordReader(answer.slice(2))
  const list = words.number(0)
  if (list === undefined || words.number(list) !== count) throw fault('answerInvalid')
  let length = 0
  return Array.from({ length: count }, (_, index) => {
    const start = list + 32
    const place = words.number(start + 32 * index)
    const offset = place === undefined ? undefined : words.number(start + place + 32)
    if (place === undefined || offset === undefined) throw fault('answerInvalid')
    const isFine = words.number(start + place)
    const bytes = words.bytes(start + place + offset)
    length += bytes?.length ?? 0
    if (bytes === undefined || length > answer.length) throw fault('answerInvalid')
    return isFine === 1 ? (`0x${bytes}` as const) : undefined
  })
}
