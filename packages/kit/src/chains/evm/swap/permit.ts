import { keccak256, stringToHex } from 'viem'
import type { NetworkId } from '@latchkey/protocol/caip'
import { isObject } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors.ts'
import type { Kit } from '../../../core/kit.ts'
import { orUndefined } from '../../../core/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { chainIdOf, numberOf, quantityOf, word } from '../provider/quantity.ts'

/** What a token signs with: its name and version, and the owner's next number. EIP-712, EIP-2612 */
export type PermitDomain = { name: string; version: string; nonce: bigint }

/** An allowance by signature. */
export type Permit = {
  token: string
  owner: string
  spender: string
  amount: bigint /** Seconds since 1970. */
  deadline: bigint
}

const typeOf = (fields: string) => keccak256(stringToHex(fields)).slice(2)
/**
 * Selectors of `DOMAIN_SEPARATOR()`, `nonces(address)`, `name()`, `version()` and
 * `PERMIT_TYPEHASH()`.
 */
const selectors = {
  separator: '0x3644e515',
  nonces: '0x7ecebe00',
  name: '0x06fdde03',
  version: '0x54fd4d50',
  typeHash: '0x30adf81f',
} as const
const permitFields = 'owner address,spender address,value uint256,nonce uint256,deadline uint256'
  .split(',')
  .map((field) => field.split(' '))
  .map(([name = '', type = '']) => ({ name, type }))
const domainFields = 'name string,version string,chainId uint256,verifyingContract address'
  .split(',')
  .map((field) => field.split(' '))
  .map(([name = '', type = '']) => ({ name, type }))
const written = (name: string, fields: readonly { name: string; type: string }[]) =>
  `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`

/**
 * How a token's permits are signed. Undefined for a token without permits by EIP-2612, also where
 * they have another form (Dai's of 2019), or another domain than name, version, chain and contract:
 * what the token itself says of its domain has to be what it computes. The account must have a key:
 * a contract's signature is another thing.
 */
export async function readPermitDomain(
  chain: Chain,
  { token, owner, networkId }: { token: string; owner: string; networkId: NetworkId },
): Promise<PermitDomain | undefined> {
  const call = (data: string) =>
    orUndefined(chain.request('eth_call', [{ to: token, data }, 'latest']))
  const [separator, nonce, nameData, versionData, typeHash, code] = await Promise.all([
    call(selectors.separator),
    call(selectors.nonces + word(owner)),
    call(selectors.name),
    call(selectors.version),
    call(selectors.typeHash),
    orUndefined(chain.request('eth_getCode', [owner, 'latest'])),
  ])
  const name = textIn(nameData)
  if (code !== '0x' || name === undefined || !isWord(separator) || !isWord(nonce)) return undefined
  if (
    isWord(typeHash) &&
    typeHash.slice(2).toLowerCase() !== typeOf(written('Permit', permitFields))
  )
    return undefined
  const reportedVersion = textIn(versionData)
  const version = [...(reportedVersion === undefined ? [] : [reportedVersion]), '1', '2'].find(
    (candidate) =>
      separatorOf({ name, version: candidate, token, networkId }) === separator.toLowerCase(),
  )
  return version === undefined ? undefined : { name, version, nonce: quantityOf(nonce) }
}

/** EIP-712: the hash of the domain. */
function separatorOf({
  name,
  version,
  token,
  networkId,
}: {
  name: string
  version: string
  token: string
  networkId: NetworkId
}): string {
  const hashed = (text: string) => keccak256(stringToHex(text)).slice(2)
  return keccak256(
    `0x${typeOf(written('EIP712Domain', domainFields))}${hashed(name)}${hashed(version)}${word(BigInt(chainIdOf(networkId)))}${word(token)}`,
  )
}

const isWord = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)

/**
 * The text that a contract returned; undefined for anything else, and for one of more than 200
 * bytes.
 */
function textIn(data: unknown): string | undefined {
  const [, size = '', bytes = ''] =
    (typeof data === 'string' && /^0x0{62}20([0-9a-f]{64})([0-9a-f]*)$/i.exec(data)) || []
  const length = Number.parseInt(size, 16)
  if (!(length > 0 && length <= 200) || bytes.length < length * 2) return undefined
  const pairs = bytes.slice(0, length * 2).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)))
}

/** Seconds for which a permit is good. */
const permitLife = 30n * 60n
/**
 * The most that the chain's clock may be ahead of the visitor's, in seconds: two years. A node that
 * lies would make the permit good for as long.
 */
const maxLifetime = 2 * 366 * 86_400

/**
 * The time until which a permit made now is good, in seconds since 1970, by the chain's clock: the
 * token judges by it, and the visitor's may be days off. The block to come has the time of now on a
 * chain whose last block is old. Undefined where the chain does not tell its time, or one that is
 * years ahead.
 * @param now the visitor's time, milliseconds since 1970
 */
export async function deadlineOf(chain: Chain, now: number): Promise<bigint | undefined> {
  const timeOf = (block: string) =>
    orUndefined(
      chain
        .request('eth_getBlockByNumber', [block, false])
        .then((answer) => numberOf(isObject(answer) ? answer['timestamp'] : undefined)),
    )
  const times = (await Promise.all(['latest', 'pending'].map(timeOf))).filter(
    (time) => time !== undefined,
  )
  const time = Math.max(...times)
  return times.length > 0 && time <= now / 1_000 + maxLifetime
    ? BigInt(time) + permitLife
    : undefined
}

/**
 * Asks the owner for the signature of a permit. @returns the arguments of `permit`, ABI-encoded
 * @throws KitError answerInvalid for no signature of a key; what the wallet answers
 */
export async function signPermit(
  kit: Kit,
  { token, owner, spender, amount, deadline }: Permit,
  { name, version, nonce }: PermitDomain,
  { networkId, signal }: { networkId: NetworkId; signal: AbortSignal | undefined },
): Promise<`0x${string}`> {
  const typed = {
    types: { EIP712Domain: domainFields, Permit: permitFields },
    primaryType: 'Permit',
    domain: { name, version, chainId: chainIdOf(networkId), verifyingContract: token },
    message: {
      owner,
      spender,
      value: String(amount),
      nonce: String(nonce),
      deadline: String(deadline),
    },
  }
  const signature = await kit.request({
    method: 'eth_signTypedData_v4',
    params: [owner, JSON.stringify(typed)],
    namespace: 'eip155',
    signal,
  })
  const parts = partsOf(signature)
  if (!parts) throw kitError('answerInvalid')
  return `0x${word(owner)}${word(spender)}${word(amount)}${word(deadline)}${parts}`
}

/**
 * `v`, `r` and `s` of a signature of a key, as words: of 65 bytes, or of 64, where the first bit of
 * the second half is that of `v` (EIP-2098). Undefined for any other, such as one that a contract
 * would check (ERC-1271).
 */
function partsOf(signature: unknown): string | undefined {
  const [, r, s, v] =
    (typeof signature === 'string' &&
      /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})?$/i.exec(signature)) ||
    []
  if (r === undefined || s === undefined) return undefined
  const compact = BigInt(`0x${s}`)
  const recovery = v === undefined ? compact >> 255n : BigInt(`0x${v}`)
  return `${word(recovery < 27n ? recovery + 27n : recovery)}${r}${v === undefined ? word(compact & ((1n << 255n) - 1n)) : s}`
}
