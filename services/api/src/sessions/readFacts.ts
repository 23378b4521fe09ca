import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import type { Spending } from '@latchkey/protocol/sessions/terms'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { isSmartAccountCode } from '@latchkey/protocol/smartAccounts/delegation'
import { createWordReader } from '@latchkey/protocol/smartAccounts/wordReader'
import { wordOf } from '@latchkey/protocol/smartAccounts/words'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { toFunctionSelector } from 'viem'
import { encodeCalls, type ContractCall } from '../chains/evm/nodes/encodeCalls.ts'
import { readResults } from '../chains/evm/nodes/readResults.ts'
import type { EvmChain } from '../chains/evm/evmChain.ts'
import { NodesError, type Request } from '../providers/nodes.ts'
import type { Grant } from './readGrant.ts'

/** What a chain says about an account and its sessions, in one block. */
export type AccountFacts = {
  /** The block's number, and its time in seconds since 1970. */
  block: number
  time: number
  /** Whether the account is a smart account of ours. */
  isUpgraded: boolean
  /** Whether the contracts of sessions have their known code. */
  isKnown: boolean
  /** Whether DelegationManager redeems nothing for now. */
  isPaused: boolean
  /** The account's number in NonceEnforcer. Undefined where there is no such contract. */
  nonce: bigint | undefined
  /** By the hash of the delegation. */
  sessions: ReadonlyMap<Hex, SessionFacts>
}

/** What a chain says about one session. */
export type SessionFacts = {
  isDisabled: boolean
  /** How often it was used. Undefined where it is not limited, or not known. */
  uses: bigint | undefined
  /** What the enforcer has counted. Undefined for calls, and where it is not known. */
  spent: Spent | undefined
}

/** `period`: the number of the period in which it was spent, from 1; 0 before the first use. */
export type Spent = { amount: bigint; period: bigint }

const selectors = {
  block: toFunctionSelector('getBlockNumber()'),
  time: toFunctionSelector('getCurrentBlockTimestamp()'),
  paused: toFunctionSelector('paused()'),
  disabled: toFunctionSelector('disabledDelegations(bytes32)'),
  nonce: toFunctionSelector('currentNonce(address,address)'),
  uses: toFunctionSelector('callCounts(address,bytes32)'),
  periodic: toFunctionSelector('periodicAllowances(address,bytes32)'),
  stream: toFunctionSelector('streamingAllowances(address,bytes32)'),
} as const

/** A call with words. viem's general encoder takes too long for hundreds of them. */
const read = (
  target: Hex,
  name: keyof typeof selectors,
  ...words: readonly Hex[]
): ContractCall => ({ target, callData: `${selectors[name]}${words.map(wordOf).join('')}` })

/** The most calls in one `eth_call`. */
const callsAtOnce = 500

/**
 * Reads what a chain says about sessions of one account, from one node.
 * @param options.isKnown whether the contracts of sessions have their known code
 * @throws NodesError
 */
export async function readFacts(
  chain: EvmChain,
  account: Hex,
  grants: readonly Grant[],
  { isKnown, signal }: { isKnown: boolean; signal: AbortSignal },
): Promise<AccountFacts> {
  const calls = [
    read(chain.multicall3, 'block'),
    read(chain.multicall3, 'time'),
    read(delegationManager, 'paused'),
    read(enforcers.nonce, 'nonce', delegationManager, account),
    ...grants.flatMap(callsOf),
  ]
  return chain.nodes.together(async (request) => {
    const code = await request('eth_getCode', [account, 'latest'], signal)
    const results = await callAll({ chain, request, signal }, calls)
    const [block, time, paused, nonce, ...own] = results.map(wordsIn)
    return {
      block: smallIn(block),
      time: smallIn(time),
      isUpgraded: isSmartAccountCode(code),
      isKnown,
      isPaused: isKnown && trueIn(paused),
      nonce: nonce?.[0],
      sessions: sessionsIn(grants, own, isKnown),
    }
  }, signal)
}

/** The calls of one session: whether it is disabled, its uses if limited, what was spent. */
const callsOf = ({ hash, terms: { what, maxUses } }: Grant): ContractCall[] => [
  read(delegationManager, 'disabled', hash),
  ...(maxUses === undefined ? [] : [read(enforcers.limitedCalls, 'uses', delegationManager, hash)]),
  ...(what.kind === 'calls'
    ? []
    : [
        read(
          enforcers[enforcerOf(what)],
          what.kind === 'stream' ? 'stream' : 'periodic',
          delegationManager,
          hash,
        ),
      ]),
]

function enforcerOf({ kind, token }: Spending) {
  if (kind === 'stream') return token ? 'tokenStream' : 'nativeStream'
  return token ? 'tokenPeriod' : 'nativePeriod'
}

type Reader = { chain: EvmChain; request: Request; signal: AbortSignal }

async function callAll(
  { chain, request, signal }: Reader,
  calls: readonly ContractCall[],
): Promise<(Hex | undefined)[]> {
  const results: (Hex | undefined)[] = []
  for (let start = 0; start < calls.length; start += callsAtOnce) {
    const part = calls.slice(start, start + callsAtOnce)
    const call = { to: chain.multicall3, data: encodeCalls(part) }
    results.push(...readResults(await request('eth_call', [call, 'latest'], signal), part.length))
  }
  return results
}

type Words = readonly bigint[] | undefined

/** The words of a result. Undefined for a call that failed, or that met no contract. */
function wordsIn(result: Hex | undefined): Words {
  if (result === undefined || result === '0x') return undefined
  const reader = createWordReader(result.slice(2))
  return Array.from({ length: (result.length - 2) / 64 }, (_, index) => {
    const digits = reader.digits(32 * index)
    if (digits === undefined) throw new NodesError('The node answered a call with half a word')
    return BigInt(`0x${digits}`)
  })
}

function smallIn(words: Words): number {
  const number = Number(words?.[0])
  if (Number.isSafeInteger(number)) return number
  throw new NodesError('The node answered a call with too large a number')
}

function trueIn(words: Words): boolean {
  const value = words?.[0]
  if (value === 0n || value === 1n) return value === 1n
  throw new NodesError('The node answered a call with neither true nor false')
}

function sessionsIn(
  grants: readonly Grant[],
  results: readonly Words[],
  isKnown: boolean,
): ReadonlyMap<Hex, SessionFacts> {
  const left = [...results]
  return new Map(
    grants.map(({ hash, terms: { what, maxUses } }) => {
      const disabled = left.shift()
      const uses = maxUses === undefined ? undefined : left.shift()?.[0]
      const counted = what.kind === 'calls' ? undefined : left.shift()
      return [
        hash,
        { isDisabled: isKnown && trueIn(disabled), uses, spent: counted && spentIn(what, counted) },
      ] as const
    }),
  )
}

/** Both kinds of enforcers answer five words: the terms, and at the end what was spent. */
function spentIn({ kind }: { kind: string }, words: readonly bigint[]): Spent | undefined {
  const [, , , period, amount] = words
  if (period === undefined || amount === undefined) return undefined
  return { amount, period: kind === 'stream' ? 0n : period }
}
