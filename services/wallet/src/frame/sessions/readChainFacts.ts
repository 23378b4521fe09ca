import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import type { Spending } from '@latchkey/protocol/sessions/terms'
import {
  delegationManager,
  isKnownCode,
  smartAccountContracts,
} from '@latchkey/protocol/smartAccounts/contracts'
import { createWordReader } from '@latchkey/protocol/smartAccounts/wordReader'
import { wordOf } from '@latchkey/protocol/smartAccounts/words'
import { fault } from '../bridge/Fault.ts'
import { askNode } from '../rpc/askNode.ts'
import { accountCodeOf } from '../smartAccount/statusOf.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import type { StoredGrant } from './grantStore.ts'
import { multicall, multicall3, type ContractRead } from './multicall.ts'

/** What a network says about an account and its grants. */
export type ChainFacts = {
  /** The time of the newest block, in seconds since 1970. */
  time: number
  /** Whether the grants of the account can be used at all now. */
  isInUse: boolean
  /** The account's number in NonceEnforcer. */
  nonce: bigint
  /** By the hash of the delegation. */
  grants: ReadonlyMap<Hex, GrantFacts>
}

/** What a network says about a grant. */
export type GrantFacts = {
  /** Whether the account has ended it. */
  isDisabled: boolean
  /** How often it was used. Undefined where it is not limited. */
  uses: bigint | undefined
  /** What was taken. Undefined for calls. */
  spent: Spent | undefined
}

/** `period`: the number of the period in which it was taken, from 1; 0 before the first use. */
export type Spent = { amount: bigint; period: bigint }

/** Selectors of what is read. Multicall3, Delegation Framework 1.3.0 */
const selectors = {
  getCurrentBlockTimestamp: '0x0f28c97d',
  paused: '0x5c975abb',
  disabledDelegations: '0x2d40d052',
  currentNonce: '0x2bd4ed21',
  callCounts: '0x19054d89',
  periodicAllowances: '0x7b91dc78',
  streamingAllowances: '0xfb7d2c5b',
} as const satisfies Record<string, Hex>

/**
 * Asks a network's node about grants of an account, in one call and two codes.
 * @throws Fault when the node does not answer, or not in this form
 */
export async function readChainFacts(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  {
    account,
    grants,
    signal,
  }: { account: Hex; grants: readonly StoredGrant[]; signal: AbortSignal },
): Promise<ChainFacts> {
  const { delegationManager: manager } = smartAccountContracts
  const [code, managerCode, results] = await Promise.all([
    accountCodeOf(wallet, network, account, signal),
    askNode(wallet, network, {
      method: 'eth_getCode',
      params: [manager.address, 'latest'],
      signal,
    }),
    multicall(
      wallet,
      network,
      [
        { to: multicall3, data: selectors.getCurrentBlockTimestamp },
        { to: manager.address, data: selectors.paused },
        {
          to: enforcers.nonce,
          data: `${selectors.currentNonce}${wordOf(delegationManager)}${wordOf(account)}`,
        },
        ...grants.flatMap(readsOf),
      ],
      signal,
    ),
  ])
  const left = results.map(wordsIn)
  const [time, paused, nonce] = left.splice(0, 3)
  const isKnown = isKnownCode(manager, Number(network.reference), managerCode)
  return {
    time: Number(numberIn(time)),
    isInUse: code.kind === 'ours' && isKnown && !flagIn(paused),
    nonce: numberIn(nonce),
    grants: new Map(grants.map((grant) => [grant.hash, factsIn(grant, left)])),
  }
}

/** The reads of one grant: whether it is disabled, its uses if limited, and what was taken. */
function readsOf({ hash, terms: { what, maxUses } }: StoredGrant): ContractRead[] {
  const key = `${wordOf(delegationManager)}${hash.slice(2)}`
  const isStream = what.kind === 'stream'
  return [
    { to: delegationManager, data: `${selectors.disabledDelegations}${hash.slice(2)}` },
    ...(maxUses === undefined
      ? []
      : [{ to: enforcers.limitedCalls, data: `${selectors.callCounts}${key}` as const }]),
    ...(what.kind === 'calls'
      ? []
      : [
          {
            to: enforcers[enforcerOf(what)],
            data: `${selectors[isStream ? 'streamingAllowances' : 'periodicAllowances']}${key}` as const,
          },
        ]),
  ]
}

function enforcerOf({ kind, token }: Spending) {
  if (kind === 'stream') return token ? 'tokenStream' : 'nativeStream'
  return token ? 'tokenPeriod' : 'nativePeriod'
}

type Words = readonly bigint[] | undefined

/** Takes the results of one grant from the list. */
function factsIn({ terms: { what, maxUses } }: StoredGrant, left: Words[]): GrantFacts {
  const isDisabled = flagIn(left.shift())
  const uses = maxUses === undefined ? undefined : numberIn(left.shift())
  if (what.kind === 'calls') return { isDisabled, uses, spent: undefined }
  // both kinds of enforcers answer five words: the terms, and at the end what was taken
  const [, , , period, amount] = left.shift() ?? []
  if (period === undefined || amount === undefined) throw fault('answerInvalid')
  return { isDisabled, uses, spent: { amount, period: what.kind === 'stream' ? 0n : period } }
}

/** The words of a result. Undefined for a call that failed. */
function wordsIn(result: Hex | undefined): Words {
  if (result === undefined) return undefined
  const words = createWordReader(result.slice(2))
  return Array.from({ length: Math.floor((result.length - 2) / 64) }, (_, index) =>
    BigInt(`0x${words.digits(32 * index) ?? 0}`),
  )
}

/** @throws Fault `answerInvalid` where there is none: unknown is never 0 */
function numberIn(words: Words): bigint {
  const [number] = words ?? []
  if (number === undefined) throw fault('answerInvalid')
  return number
}

function flagIn(words: Words): boolean {
  const number = numberIn(words)
  if (number > 1n) throw fault('answerInvalid')
  return number === 1n
}
