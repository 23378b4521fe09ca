import { keccak256, stringToHex } from 'viem'
import type { NetworkId } from '@latchkey/protocol/caip'
import { isObject } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { chainIdOf, numberOf, quantityOf, word } from '../provider/quantity.ts'

/**
 * What signing a token's permit needs: the token's name and version, and the owner's next nonce.
 * EIP-712, EIP-2612
 */
export type PermitDomain = { name: string; version: string; nonce: bigint }

/** An allowance that its owner gives by a signature. */
export type Permit = {
  token: string
  owner: string
  spender: string
  amount: bigint
  /** Seconds since 1970. */
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
 * The domain for signing a token's permits. Undefined when:
 * - the token has no permits of EIP-2612, or another form of them (DAI's of 2019)
 * - its domain has other fields than name, version, chain and contract, so that the token's domain
 *   separator differs from the one that the kit computes
 * - the account is a contract, because contracts sign in another form
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

/** The domain separator: the hash of the domain. EIP-712 */
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

/** The text that a contract returned. Undefined for other data, and for more than 200 bytes. */
function textIn(data: unknown): string | undefined {
  const [, size = '', bytes = ''] =
    (typeof data === 'string' && /^0x0{62}20([0-9a-f]{64})([0-9a-f]*)$/i.exec(data)) || []
  const length = Number.parseInt(size, 16)
  if (!(length > 0 && length <= 200) || bytes.length < length * 2) return undefined
  const pairs = bytes.slice(0, length * 2).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)))
}

/** Seconds for which a permit is valid. */
const permitLife = 30n * 60n
/**
 * The maximum number of seconds that the chain's clock may be ahead of the visitor's: two years. A
 * dishonest node could make a permit valid for as long as this.
 */
const maxLifetime = 2 * 366 * 86_400

/**
 * The deadline of a permit that is signed now, in seconds since 1970. It is computed from the
 * chain's clock, because the token compares it with that clock, and the visitor's clock may be days
 * off. The latest block may be old, and the node's pending block has the current time, so the later
 * time of both is used. Undefined if the chain's time is unknown or years ahead.
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
 * Requests the owner's signature of a permit.
 * @returns the arguments of `permit`, ABI-encoded
 * @throws KitError answerInvalid for an answer that is no key's signature; the wallet's errors
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
 * `v`, `r` and `s` of a key's signature, as words. The signature has 65 bytes; or 64 bytes, and the
 * first bit of `s` is `v` (EIP-2098). Undefined for another signature, such as a contract's
 * (ERC-1271).
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
