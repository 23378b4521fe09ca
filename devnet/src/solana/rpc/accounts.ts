import * as v from 'valibot'
import { listOf } from '@latchkey/protocol/border'
import type { Chain } from '../chain/chain.ts'
import type { Commitment, Json } from '../chain/types.ts'
import { isSameBytes } from '../chain/isSameBytes.ts'
import { readBase58, readBase64 } from '../wire/base.ts'
import { encodeAccount, type AccountEncoding } from './encodeAccount.ts'
import { commitmentOf, inContext, method, type Method } from './method.ts'
import { address, atPlace, ofAccounts, whole } from './params.ts'
import { RpcError } from './rpcError.ts'

/** The most accounts of one call, filters, and bytes that a filter compares. */
const limits = { accounts: 100, filters: 4, bytes: 128 }

const how = v.nullish(v.object(ofAccounts))
const memcmp = v.object({ offset: whole, bytes: v.pipe(v.string(), v.maxLength(256)), encoding: v.nullish(v.picklist(['base58', 'base64', 'bytes'])) })
const filter = v.union([v.object({ memcmp }), v.object({ dataSize: whole }), v.object({ tokenAccountState: v.null() })])
type Filter = v.InferOutput<typeof filter>
const byProgram = v.nullish(v.object({ ...ofAccounts, filters: v.nullish(listOf(filter, limits.filters)), withContext: v.nullish(v.boolean()), sortResults: v.nullish(v.boolean()) }))

/** Methods that read accounts. */
export const accountMethods: Record<string, Method> = {
  getBalance: method(v.tuple([address, atPlace]), (chain, [of, place]) => {
    const commitment = commitmentOf(chain, place)
    return inContext(chain, commitment, chain.accounts.read(of, commitment)?.lamports ?? 0n)
  }),
  getAccountInfo: method(v.tuple([address, how]), (chain, [of, how]) => {
    const commitment = commitmentOf(chain, how)
    return inContext(chain, commitment, accountAt(chain, of, commitment, how))
  }),
  getMultipleAccounts: method(v.tuple([v.pipe(v.array(v.unknown()), v.check((list) => list.length <= limits.accounts, `Too many inputs provided; max ${limits.accounts}`), listOf(address, limits.accounts)), how]), (chain, [addresses, how]) => {
    const commitment = commitmentOf(chain, how)
    return inContext(chain, commitment, addresses.map((of) => accountAt(chain, of, commitment, how)))
  }),
  getProgramAccounts: method(v.tuple([address, byProgram]), (chain, [program, how]) => {
    const commitment = commitmentOf(chain, how)
    const tests = (how?.filters ?? []).map(testOf)
    const found = chain.accounts.ownedBy(program, commitment).filter(({ account }) => tests.every((test) => test(account.data)))
    const list = found.toSorted((one, other) => (one.address < other.address ? -1 : 1)).map(({ address: pubkey, account }) => ({ pubkey, account: encodeAccount(account, how, (mint) => chain.accounts.read(mint, commitment)) }))
    return how?.withContext ? inContext(chain, commitment, list) : list
  }),
  getMinimumBalanceForRentExemption: method(v.tuple([v.pipe(whole, v.check((bytes) => bytes <= 10_485_760, 'Invalid param: data too large')), atPlace]), (chain, [bytes]) => chain.vm.minimumBalanceForRentExemption(BigInt(bytes))),
}

/** The account at an address, or null. */
export function accountAt(chain: Chain, of: string, commitment: Commitment, how: AccountEncoding): Json {
  const read = (address: string) => chain.accounts.read(address, commitment)
  const account = read(of)
  return account ? encodeAccount(account, how, read) : null
}

function testOf(filter: Filter): (data: Uint8Array) => boolean {
  if ('dataSize' in filter) return (data) => data.length === filter.dataSize
  if ('tokenAccountState' in filter) return (data) => data.length >= 165 && data[108] !== 0
  const { offset, bytes, encoding } = filter.memcmp
  const wanted = encoding === 'base64' ? readBase64(bytes) : readBase58(bytes, limits.bytes)
  if (!wanted || wanted.length > limits.bytes) throw new RpcError('invalidParams', 'Invalid param: filter bytes are not encoded, or too many')
  return (data) => isSameBytes(data.subarray(offset, offset + wanted.length), wanted)
}
