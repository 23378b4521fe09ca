import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { word } from '../provider/quantity.ts'
import type { Call } from './calls.ts'

/** A log in the result of a simulation, unchecked. */
export type RunLog = { address: string; topics: readonly string[]; data: string }

/**
 * A step of a simulation: a transaction of the account with its gas limit (`act`), a read of a
 * contract (`look`), or a read of the account's native balance (`coins`).
 */
export type Step =
  | { kind: 'act'; call: Call; gas: bigint }
  | { kind: 'look'; call: Call }
  | { kind: 'coins' }

/**
 * The result of a step: whether it succeeded, the first word that it returned (or the balance in
 * wei), and its fee in wei.
 */
export type StepResult = { isDone: boolean; word: bigint; fee: bigint }

/**
 * The outcome of a simulation. `logs` is undefined where a contract could distinguish the
 * simulation from a block: then only the balances are reliable. `isPadded`: the account had more
 * native balance than in reality, which a contract can see.
 */
export type Run = {
  steps: readonly StepResult[]
  logs: readonly RunLog[] | undefined
  isPadded: boolean
}

/**
 * The code that the account has during the simulation. Its call data is a list of calls: address,
 * value and length, a word each, then the call's data. The code makes the calls one after another
 * as the account itself. It returns three words for each call: success, the first returned word,
 * the account's balance. Without call data, as when ether is paid to the account, it does nothing:
 * calldatasize == 0 ? stop : for (pos = 0; pos < calldatasize; pos += 96 + size) call(gas, to,
 * value, data)
 * @param gas code that pushes the gas limit of each call
 */
const codeWith = (gas: string) =>
  [
    `3615${pushPosition(0x4a, gas)}5760006000`, // no data: to the end; out = 0, pos = 0
    `5b36811015${pushPosition(0x45, gas)}57`, // loop: pos < calldatasize, else done
    '8060400135', // size = data[pos + 64]
    '808260600161200037', // memory[0x2000 …] = data[pos + 96 … + size]
    // success = call(gas, data[pos], data[pos + 32], memory[0x2000 … + size]), which returns to
    // memory[out + 32 … + 32]
    `6020836020018261200085602001358635${gas}f1`,
    '8352478360400152', // memory[out] = success; memory[out + 64] = selfbalance
    '016060019060600190600956', // pos += 96 + size; out += 96; to the loop
    '5b506000f3', // done: return memory[0 … out]
    '5b00', // end: stop
  ].join('')

/**
 * Code that pushes a position which comes after `gas` in the code.
 * @param position the position if `gas` were empty
 */
const pushPosition = (position: number, gas: string) =>
  `60${(position + gas.length / 2).toString(16)}`

/**
 * Gas limit of a read. A contract can use up at most this much, so the next reads have enough gas.
 */
export const maxReadGas = 500_000n

/** Code that pushes the gas limit: all remaining gas for a transaction, `maxReadGas` for a read. */
const gasOf = { transaction: '5a', read: `62${maxReadGas.toString(16).padStart(6, '0')}` } as const

/** The maximum number of calls: their results must fit into the memory below 0x2000. */
export const maxCalls = 80

/**
 * Runs calls of an account by code that the account has during the simulation (eth_call with state
 * overrides). A contract can distinguish this from a block, and the result has no logs. Undefined
 * where the node can't run it.
 * @throws KitError requestAborted
 */
export async function runAsCode(
  chain: Chain,
  account: string,
  steps: readonly Step[],
): Promise<Run | undefined> {
  if (steps.length > maxCalls) return undefined
  // a call without data to the account itself reads its balance
  const calls = steps.map(
    (step): Call => (step.kind === 'coins' ? { to: account, value: 0n, data: '0x' } : step.call),
  )
  const data = `0x${calls.map(({ to, value, data: callData }) => word(to) + word(value) + word(BigInt(callData.length / 2 - 1)) + callData.slice(2)).join('')}`
  const returned = await orUndefined(
    chain.request('eth_call', [
      { from: account, to: account, data },
      'latest',
      {
        [account]: {
          code: `0x${codeWith(steps.some(({ kind }) => kind === 'act') ? gasOf.transaction : gasOf.read)}`,
        },
      },
    ]),
  )
  if (
    typeof returned !== 'string' ||
    returned.length !== 2 + steps.length * 192 ||
    !/^0x[0-9a-f]*$/i.test(returned)
  )
    return undefined
  const results = (returned.slice(2).match(/.{64}/g) ?? []).map((hex) => BigInt(`0x${hex}`))
  return {
    steps: steps.map(
      ({ kind }, index): StepResult => ({
        isDone: results[index * 3] === 1n,
        word: (kind === 'coins' ? results[index * 3 + 2] : results[index * 3 + 1]) ?? 0n,
        fee: 0n,
      }),
    ),
    logs: undefined,
    isPadded: false,
  }
}
