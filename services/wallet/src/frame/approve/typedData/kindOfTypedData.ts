import { permit2 } from '../decode/permit2.ts'
import type { Address, Effect } from '../decode/Effect.ts'
import type { RequestKind } from '../verdicts.ts'
import type { KnownData } from './KnownData.ts'
import { actions } from './knownActions.ts'
import { orders } from './knownOrders.ts'
import { cancellations, delegates, isOfPermit2, permits } from './knownRights.ts'
import type { TypedData } from './readTypedData.ts'
import { itemOf, structText, typeText } from './readTypes.ts'
import type { Member, Types } from './readTypes.ts'
import { uniswapXOrders } from './uniswapX.ts'

/**
 * Orders inside a permit come before `permits`, because their type also matches a permit with
 * conditions.
 */
const known: readonly KnownData[] = [
  ...uniswapXOrders,
  ...permits,
  ...delegates,
  ...cancellations,
  ...orders,
  ...actions,
]

/**
 * A fault of known typed data.
 * - `owner`: the data names another account as its owner, so the signature is useless to an honest
 *   site
 * - `contract`: the data has Permit2's form, but is for another contract
 */
export type DataFault = 'owner' | 'contract'

/** A kind of the table of verdicts, with the effects where they are known. */
export type TypedDataKind = { kind: RequestKind; effects: readonly Effect[]; fault?: DataFault }

const noContract = `0x${'0'.repeat(40)}`

/**
 * The kind of typed data for the signing account. An effect counts as known only if the whole type
 * matches, letter by letter. For data that has to be refused, a single sign is enough, such as its
 * contract or the name of a struct.
 */
export function kindOfTypedData(
  data: TypedData,
  { account, networkId }: { account: string; networkId: string },
): TypedDataKind {
  const own = account.toLowerCase() as Address // in lower case it is still an address
  const { domain, types, primaryType, message } = data
  const refused = refusedKindOf(data, own)
  if (refused) return { kind: refused, effects: [] }
  const entries = known.filter((entry) => isOf(entry, types, primaryType))
  if (entries.length === 0)
    return {
      kind: isWrappedHash(types[primaryType] ?? []) ? 'wrappedHash' : 'otherData',
      effects: [],
    }
  if (domain.verifyingContract === undefined || domain.verifyingContract === noContract)
    return { kind: 'placelessData', effects: [] }
  const dataNetwork = domain.chainId === undefined ? networkId : `eip155:${domain.chainId}`
  const context = {
    contract: domain.verifyingContract as Address,
    account: own,
    networkId: dataNetwork,
  } // `readTypedData` has checked that it is an address
  const [knownKind] = entries.flatMap((entry) => {
    const effects = entry.effectsOf(message, context)
    return effects?.length ? [{ entry, effects }] : []
  })
  if (!knownKind) return { kind: 'otherData', effects: [] }
  const { entry, effects } = knownKind
  const isForeign = entry.owner !== undefined && message[entry.owner] !== own
  const fault = isForeign
    ? 'owner'
    : isOfPermit2(entry) && !permit2.includes(domain.verifyingContract)
      ? 'contract'
      : undefined
  return { kind: entry.kind, effects, ...(fault && { fault }) }
}

/**
 * Whether the text that is hashed as the type matches. For a type with a witness, the witness
 * and its structs are ignored.
 */
function isOf({ type, hasWitness }: KnownData, types: Types, primaryType: string): boolean {
  if (!hasWitness) return typeText(types, primaryType) === type
  const own = structText(types, primaryType).replace(/,[^,]+\)$/, ')')
  return type === `${own}${structText(types, 'TokenPermissions')}`
}

/** Whether a struct contains only bytes, whose meaning can't be seen. ERC-1271 */
const isWrappedHash = (members: readonly Member[]): boolean =>
  members.length === 1 && /^bytes(?:32)?$/.test(members[0]?.type ?? '')

/** MetaMask's DelegationManager 1.3.0, on every network. */
const delegationManagers: readonly string[] = ['0xdb9b1e94b5b69df7e401ddbede43491141047db3']
/** Entry points of ERC-4337: 0.6, 0.7, 0.8, 0.9. */
const entryPoints: readonly string[] = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e5b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
]

function refusedKindOf(
  { domain, types, primaryType, message }: TypedData,
  account: string,
): RequestKind | undefined {
  const contract = domain.verifyingContract ?? ''
  // A nested signature of ERC-7739 names the account as the contract in its message. A module of
  // ERC-6900 names the account as the salt.
  if (
    contract === account ||
    saltsOf(account).includes(domain.salt ?? '') ||
    (primaryType === 'TypedDataSign' && message['verifyingContract'] === account)
  )
    return 'ownDomain'
  const names = [domain.name ?? '', ...structsOf(types, primaryType)].map(plain)
  const shapes = structsOf(types, primaryType).map(
    (struct) => new Set((types[struct] ?? []).map(({ name }) => plain(name))),
  )
  const has = (...members: string[]) =>
    shapes.some((shape) => members.every((member) => shape.has(member)))
  if (
    delegationManagers.includes(contract) ||
    names.includes('delegationmanager') ||
    has('delegate', 'authority') ||
    has('delegator', 'authority') ||
    has('delegator', 'caveats') ||
    has('enforcer', 'terms')
  )
    return 'delegation'
  const isOperation =
    names.some((name) => /userop|safeop$|^erc4337$/.test(name)) ||
    has('sender', 'initcode') ||
    has('calldata', 'paymasteranddata') ||
    has('calldata', 'accountgaslimits') ||
    has('calldata', 'verificationgaslimit') ||
    has('calldata', 'entrypoint')
  return isOperation || entryPoints.includes(contract) ? 'userOperation' : undefined
}

/** The account's address as 32 bytes, padded on the left and padded on the right. */
const saltsOf = (account: string): readonly string[] => [
  `0x${account.slice(2).padStart(64, '0')}`,
  account.padEnd(66, '0'),
]

/** A struct and the structs inside of it. */
function structsOf(types: Types, name: string, found = new Set<string>()): readonly string[] {
  if (!Object.hasOwn(types, name) || found.has(name)) return []
  found.add(name)
  for (const { type } of types[name] ?? []) structsOf(types, itemOf(type), found)
  return [...found]
}

/** The letters and digits of a name, so that spellings that look alike are equal. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
