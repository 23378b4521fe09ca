import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import type { Spending } from '@latchkey/protocol/sessions/terms'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { isSmartAccountCode } from '@latchkey/protocol/smartAccounts/delegation'
import { createWordReader } from '@latchkey/protocol/smartAccounts/wordReader'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { encodeFunctionData, parseAbi } from 'viem'
import { encodeCalls, type ContractCall } from '../chains/evm/nodes/encodeCalls.ts'
import { readResults } from '../chains/evm/nodes/readResults.ts'
import type { EvmChain } from '../chains/evm/evmChain.ts'
import { NodesError, type Request } from '../providers/nodes.ts'
import type { ReadGrant } from './readGrant.ts'

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

const abi = parseAbi([
  'function getBlockNumber() view returns (uint256)',
  'function getCurrentBlockTimestamp() view returns (uint256)',
  'function paused() view returns (bool)',
  'function disabledDelegations(bytes32 hash) view returns (bool)',
  'function currentNonce(address manager, address delegator) view returns (uint256)',
  'function callCounts(address manager, bytes32 hash) view returns (uint256)',
  'function periodicAllowances(address manager, bytes32 hash) view returns (uint256, uint256, uint256, uint256, uint256)',
  'function streamingAllowances(address manager, bytes32 hash) view returns (uint256, uint256, uint256, uint256, uint256)',
])

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
  grants: readonly ReadGrant[],
  { isKnown, signal }: { isKnown: boolean; signal: AbortSignal },
): Promise<AccountFacts> {
  const calls = [
    { target: chain.multicall3, callData: data('getBlockNumber') },
    { target: chain.multicall3, callData: data('getCurrentBlockTimestamp') },
    { target: delegationManager, callData: data('paused') },
    {
      target: enforcers.nonce,
      callData: encodeFunctionData({
        abi,
        functionName: 'currentNonce',
        args: [delegationManager, account],
      }),
    },
    ...grants.flatMap(callsOf),
  ] as const satisfies readonly ContractCall[]
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

const data = (functionName: 'getBlockNumber' | 'getCurrentBlockTimestamp' | 'paused') =>
  encodeFunctionData({ abi, functionName })

/** The calls of one session: whether it is disabled, its uses if limited, what was spent. */
function callsOf({ hash, terms: { what, maxUses } }: ReadGrant): ContractCall[] {
  const args = [delegationManager, hash] as const
  return [
    {
      target: delegationManager,
      callData: encodeFunctionData({ abi, functionName: 'disabledDelegations', args: [hash] }),
    },
    ...(maxUses === undefined
      ? []
      : [
          {
            target: enforcers.limitedCalls,
            callData: encodeFunctionData({ abi, functionName: 'callCounts', args }),
          },
        ]),
    ...(what.kind === 'calls'
      ? []
      : [
          {
            target: enforcers[enforcerOf(what)],
            callData: encodeFunctionData({
              abi,
              functionName: what.kind === 'stream' ? 'streamingAllowances' : 'periodicAllowances',
              args,
            }),
          },
        ]),
  ]
}

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
  grants: readonly ReadGrant[],
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
