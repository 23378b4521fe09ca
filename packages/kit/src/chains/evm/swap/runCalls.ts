import { isObject } from '@latchkey/protocol/isObject'
import { orNothing } from '../../../core/orNothing.ts'
import type { Chain } from '../provider/chain.ts'
import { word } from '../provider/quantity.ts'
import type { Call } from './calls.ts'

/** One log of a run, unchecked. */
export type RunLog = { address: string; topics: readonly string[]; data: string }

/** What one call of a run came to: whether it was done, the first word that it returned, and the account's balance of the native token after it, in wei. */
export type Ran = { isDone: boolean; word: bigint; native: bigint }

/** The outcome of a run. `logs` are undefined on a node that only answers eth_call. */
export type Run = { calls: readonly Ran[]; logs: readonly RunLog[] | undefined }

/**
 * The code that the account gets for the run. Its data is a list of calls: address, value and length, a word each, and then the call's own data. It makes them one after
 * another as the account itself, and returns three words for each: whether it succeeded, the first word that it returned, the account's balance. Without data, as when ether
 * is paid to the account, it does nothing.
 * calldatasize == 0 ? stop : for (pos = 0; pos < calldatasize; pos += 96 + size) call(gas, to, value, data)
 */
const code = [
  '3615604b5760006000', // no data: to the end; out = 0, pos = 0
  '5b36811015604657', // loop: pos < calldatasize, else done
  '8060400135', // size = data[pos + 64]
  '808260600161200037', // memory[0x2000 …] = data[pos + 96 … + size]
  '60208360200182612000856020013586355af1', // success = call(gas, data[pos], data[pos + 32], memory[0x2000 … + size]), which returns to memory[out + 32 … + 32]
  '8352478360400152', // memory[out] = success; memory[out + 64] = selfbalance
  '016060019060600190600956', // pos += 96 + size; out += 96; to the loop
  '5b506000f3', // done: return memory[0 … out]
  '5b00', // end: stop
].join('')

/** Most calls of one run: their results stand in memory below the call's data. */
const mostCalls = 80

/**
 * Runs calls of an account one after another without sending anything: the account gets the code above for the time of the run. With eth_simulateV1, whose logs also tell
 * of the movements of ether, or eth_call with state overrides where a node lacks it. Undefined where a node can do neither. @throws KitError requestAborted
 */
export async function runCalls(chain: Chain, account: string, calls: readonly Call[]): Promise<Run | undefined> {
  if (calls.length > mostCalls) return undefined
  const overrides = { [account]: { code: `0x${code}` } }
  const call = { from: account, to: account, data: dataOf(calls) }
  const told = await orNothing(chain.ask('eth_simulateV1', [{ blockStateCalls: [{ stateOverrides: overrides, calls: [call] }], traceTransfers: true, validation: false }, 'latest']))
  const simulated = read(callOf(told), calls.length)
  if (simulated) return simulated
  const returnData = await orNothing(chain.ask('eth_call', [call, 'latest', overrides]))
  return read({ status: '0x1', returnData }, calls.length)
}

function dataOf(calls: readonly Call[]): string {
  return `0x${calls.map(({ to, value, data }) => word(to) + word(value) + word(BigInt(data.length / 2 - 1)) + data.slice(2)).join('')}`
}

/** The one call of the one block of a simulation. */
function callOf(answer: unknown): unknown {
  const block: unknown = Array.isArray(answer) ? answer[0] : undefined
  return isObject(block) && Array.isArray(block['calls']) ? block['calls'][0] : undefined
}

/** Undefined for an answer of another shape. */
function read(answer: unknown, count: number): Run | undefined {
  const { status, returnData, logs } = isObject(answer) ? answer : {}
  if (status !== '0x1' || typeof returnData !== 'string' || returnData.length !== 2 + count * 192 || !/^0x[0-9a-f]*$/i.test(returnData)) return undefined
  const words = (returnData.slice(2).match(/.{64}/g) ?? []).map((one) => BigInt(`0x${one}`))
  const ran = Array.from({ length: count }, (_, at): Ran => ({ isDone: words[at * 3] === 1n, word: words[at * 3 + 1] ?? 0n, native: words[at * 3 + 2] ?? 0n }))
  return { calls: ran, logs: Array.isArray(logs) ? logs.flatMap(readLog) : undefined }
}

function readLog(log: unknown): readonly RunLog[] {
  if (!isObject(log) || typeof log['address'] !== 'string' || !Array.isArray(log['topics'])) return []
  return [{ address: log['address'].toLowerCase(), topics: log['topics'].map((topic) => String(topic).toLowerCase()), data: String(log['data']) }]
}
