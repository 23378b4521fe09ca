/** The call data with which a site uses sessions, in all forms that tests need. */
import type { SignedDelegation } from '@latchkey/protocol/sessions/delegation'
import type { AccountCall } from '@latchkey/protocol/smartAccounts/calls'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  parseAbi,
  parseAbiParameters,
  type Address,
  type Hex,
} from 'viem'

/** How a call is executed: the first byte for one or several calls, the second one on a failure. */
export const modes = {
  single: `0x${'0'.repeat(64)}`,
  batch: `0x01${'0'.repeat(62)}`,
  try: `0x0001${'0'.repeat(60)}`,
  delegate: `0xff${'0'.repeat(62)}`,
} as const satisfies Record<string, Hex>

const managerAbi = parseAbi([
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
])
const listType = parseAbiParameters([
  'Delegation[] delegations',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
])

/** The call data with which a site uses sessions. */
export const redeemData = (uses: readonly { context: Hex; mode?: Hex; execution: Hex }[]): Hex =>
  encodeFunctionData({
    abi: managerAbi,
    functionName: 'redeemDelegations',
    args: [
      uses.map(({ context }) => context),
      uses.map(({ mode = modes.single }) => mode),
      uses.map(({ execution }) => execution),
    ],
  })

/** The bytes of one call. */
export const singleExecution = ({ to, value, data }: AccountCall): Hex =>
  encodePacked(['address', 'uint256', 'bytes'], [to, value, data])

/** The bytes of a list of calls. */
export const batchExecution = (calls: readonly AccountCall[]): Hex =>
  encodeAbiParameters(parseAbiParameters('(address target, uint256 value, bytes callData)[]'), [
    calls.map(({ to, value, data }) => ({ target: to, value, callData: data })),
  ])

/** The context of a delegation that is based on another one. */
export const chainContext = (leaf: SignedDelegation, root: SignedDelegation): Hex =>
  encodeAbiParameters(listType, [[leaf, root]])

/** The call data of a token's transfer. */
export const transferData = (to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

/** A payment of a session's token, or of the native currency. */
export const payment = (token: Address | undefined, to: Address, amount: bigint): AccountCall =>
  token
    ? { to: token, value: 0n, data: transferData(to, amount) }
    : { to, value: amount, data: '0x' }

/** Call data of a function and words. */
export const wordsData = (selector: Hex, words: readonly Hex[]): Hex => concat([selector, ...words])
