import type { NamedValue, Value } from '../../rpc/polkadot/decodeValue.ts'
import { callOf } from '../../rpc/polkadot/readCall.ts'
import type { Call } from '../../rpc/polkadot/readCall.ts'

/**
 * What a call does. Accounts are keys of 32 bytes; amounts are in the smallest unit of the
 * network's coin or of the token.
 * - `keepsAlive`: whether the network refuses the call if too little stays for the account
 */
export type Effect =
  | { kind: 'transfer'; to: Uint8Array; amount: bigint; keepsAlive: boolean }
  /** Everything that can be moved when the call is carried out. */
  | { kind: 'everything'; to: Uint8Array; keepsAlive: boolean }
  | { kind: 'token'; asset: bigint; to: Uint8Array; amount: bigint }
  /** Another account may take up to this amount of a token. */
  | { kind: 'allow'; asset: bigint; spender: Uint8Array; amount: bigint }
  | { kind: 'note'; bytes: Uint8Array }
  /** Coins that are locked for staking. */
  | { kind: 'stake'; amount: bigint; call: Call }
  /** Another account gets rights over this account. */
  | { kind: 'rights'; to: Uint8Array | undefined; call: Call }
  /** The call is made in the name of another account. */
  | { kind: 'inOtherName'; call: Call }
  /** Only the network's own administration can do this. */
  | { kind: 'administration'; call: Call }
  | { kind: 'otherCall'; call: Call }
  | { kind: 'unreadable'; bytes: Uint8Array }

/** Maximum of calls in one, and of lists of calls within each other. */
const [maxCalls, maxDepth] = [50, 4]

/** Calls whose list of calls is carried out in the account's own name. */
const batches: ReadonlySet<string> = new Set([
  'Utility.batch',
  'Utility.batch_all',
  'Utility.force_batch',
])

/**
 * Reads what a call does, and what the calls in it do.
 * @param call undefined for bytes that could not be decoded
 */
export function readEffects(call: Call | undefined, bytes: Uint8Array): readonly Effect[] {
  if (!call) return [{ kind: 'unreadable', bytes }]
  const calls = flatten(call, 0)
  // a list that is too long for people is one unknown call
  return calls && calls.length <= maxCalls ? calls.map(effectOf) : [{ kind: 'otherCall', call }]
}

/** The calls of lists in a row. Undefined for lists that are too deep, or that have other forms. */
function flatten(call: Call, depth: number): readonly Call[] | undefined {
  if (!batches.has(nameOf(call))) return [call]
  const list = argument(call, 'calls')
  if (depth >= maxDepth || list?.kind !== 'list' || list.items.length > maxCalls) return undefined
  const calls: Call[] = []
  for (const item of list.items) {
    const inner = callOf(item)
    const parts = inner && flatten(inner, depth + 1)
    if (!parts || calls.length + parts.length > maxCalls) return undefined
    calls.push(...parts)
  }
  // an empty list does nothing, and has no words
  return calls.length > 0 ? calls : undefined
}

/**
 * Whether the calls of a list happen all or not at all: the list and those in it are `batch_all`.
 * True for a single call.
 */
export function isAllOrNone(call: Call): boolean {
  if (!batches.has(nameOf(call))) return true
  const list = argument(call, 'calls')
  return (
    call.name === 'batch_all' &&
    list?.kind === 'list' &&
    list.items.every((item) => {
      const inner = callOf(item)
      return inner !== undefined && isAllOrNone(inner)
    })
  )
}

/** The full name of a call, such as `Balances.transfer_keep_alive`. */
export const nameOf = ({ pallet, name }: Call): string => `${pallet}.${name}`

/** The known calls. A known call with arguments of another form is an unknown one. */
const known: Readonly<Record<string, (call: Call) => Effect | undefined>> = {
  'Balances.transfer_keep_alive': (call) => transferOf(call, true),
  'Balances.transfer_allow_death': (call) => transferOf(call, false),
  // the name before 2023
  'Balances.transfer': (call) => transferOf(call, false),
  'Balances.transfer_all'(call) {
    const [to, keepsAlive] = [accountOf(argument(call, 'dest')), argument(call, 'keep_alive')]
    return to && keepsAlive?.kind === 'bool' && hasOnly(call, 2)
      ? { kind: 'everything', to, keepsAlive: keepsAlive.value }
      : undefined
  },
  'Assets.transfer': tokenOf,
  'Assets.transfer_keep_alive': tokenOf,
  'Assets.approve_transfer'(call) {
    const asset = numberOf(argument(call, 'id'))
    const spender = accountOf(argument(call, 'delegate'))
    const amount = numberOf(argument(call, 'amount'))
    return asset !== undefined && spender && amount !== undefined && hasOnly(call, 3)
      ? { kind: 'allow', asset, spender, amount }
      : undefined
  },
  'System.remark': noteOf,
  'System.remark_with_event': noteOf,
  // rewards that go elsewhere, and older forms with a controller, are not described
  'Staking.bond': (call) => (hasOwnRewards(call) ? stakeOf(call, 'value', 2) : undefined),
  'Staking.bond_extra': (call) => stakeOf(call, 'max_additional', 1),
  'NominationPools.join': (call) => stakeOf(call, 'amount', 2),
}

/** Calls that give others rights over this account, or over what it has. */
const rights: ReadonlySet<string> = new Set([
  'Proxy.add_proxy',
  'Assets.transfer_ownership',
  'Assets.set_team',
  'ForeignAssets.approve_transfer',
  'ForeignAssets.transfer_ownership',
  'ForeignAssets.set_team',
  'PoolAssets.approve_transfer',
  'Nfts.approve_transfer',
  'Nfts.approve_item_attributes',
  'Nfts.transfer_ownership',
  'Nfts.set_team',
  'Uniques.approve_transfer',
  'Uniques.transfer_ownership',
  'Uniques.set_team',
  'Recovery.create_recovery',
  'Staking.set_controller',
  'Staking.set_payee',
  'Session.set_keys',
  'Indices.transfer',
])

/** Calls that carry out another call in the name of another account. */
const inOtherNames: ReadonlySet<string> = new Set([
  'Proxy.proxy',
  'Proxy.proxy_announced',
  'Multisig.as_multi',
  'Multisig.as_multi_threshold_1',
  'Multisig.approve_as_multi',
  'Recovery.as_recovered',
  'Utility.as_derivative',
  'Utility.dispatch_as',
  'Utility.dispatch_as_fallible',
])

const isAdministration = (call: Call): boolean =>
  call.pallet === 'Sudo' ||
  ['Balances.force_transfer', 'Balances.force_set_balance'].includes(nameOf(call)) ||
  (call.pallet === 'System' &&
    /^(?:set_code|set_storage|set_heap_pages|kill_|authorize_upgrade|apply_authorized)/.test(
      call.name,
    ))

function effectOf(call: Call): Effect {
  const name = nameOf(call)
  const read = Object.hasOwn(known, name) ? known[name]?.(call) : undefined
  if (read) return read
  if (rights.has(name)) return { kind: 'rights', to: receiverOf(call), call }
  if (inOtherNames.has(name)) return { kind: 'inOtherName', call }
  if (isAdministration(call)) return { kind: 'administration', call }
  return { kind: 'otherCall', call }
}

/** The tokens whose names the screen needs. */
export const assetsIn = (effects: readonly Effect[]): readonly bigint[] => [
  ...new Set(effects.flatMap((effect) => ('asset' in effect ? [effect.asset] : []))),
]

const argument = ({ fields }: Call, name: string): Value | undefined =>
  fields.find((field) => field.name === name)?.value

const hasOnly = ({ fields }: Call, count: number): boolean => fields.length === count

const numberOf = (value: Value | undefined): bigint | undefined =>
  value?.kind === 'number' ? value.value : undefined

/** The key of an account: as such, or as `MultiAddress::Id`. */
function accountOf(value: Value | undefined): Uint8Array | undefined {
  if (value?.kind === 'bytes' && value.isAccount) return value.bytes
  const [id, ...more]: readonly NamedValue[] =
    value?.kind === 'variant' && value.name === 'Id' ? value.fields : []
  return id && more.length === 0 ? accountOf(id.value) : undefined
}

/** The account that gets a right, in the calls that name one. */
function receiverOf(call: Call): Uint8Array | undefined {
  for (const name of ['delegate', 'owner', 'new_owner', 'new'])
    if (argument(call, name)) return accountOf(argument(call, name))
  return undefined
}

function transferOf(call: Call, keepsAlive: boolean): Effect | undefined {
  const [to, amount] = [accountOf(argument(call, 'dest')), numberOf(argument(call, 'value'))]
  return to && amount !== undefined && hasOnly(call, 2)
    ? { kind: 'transfer', to, amount, keepsAlive }
    : undefined
}

function tokenOf(call: Call): Effect | undefined {
  const [asset, amount] = [numberOf(argument(call, 'id')), numberOf(argument(call, 'amount'))]
  const to = accountOf(argument(call, 'target'))
  return asset !== undefined && to && amount !== undefined && hasOnly(call, 3)
    ? { kind: 'token', asset, to, amount }
    : undefined
}

function noteOf(call: Call): Effect | undefined {
  const bytes = argument(call, 'remark')
  return bytes?.kind === 'bytes' && hasOnly(call, 1)
    ? { kind: 'note', bytes: bytes.bytes }
    : undefined
}

function stakeOf(call: Call, name: string, count: number): Effect | undefined {
  const amount = numberOf(argument(call, name))
  return amount !== undefined && hasOnly(call, count) ? { kind: 'stake', amount, call } : undefined
}

/** Whether the rewards of staking go to the account itself. */
function hasOwnRewards(call: Call): boolean {
  const payee = argument(call, 'payee')
  return payee?.kind === 'variant' && ['Staked', 'Stash'].includes(payee.name)
}
