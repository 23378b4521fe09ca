import * as v from 'valibot'
import { listOf } from '@latchkey/protocol/border'
import type { Chain } from '../chain/chain.ts'
import type { Commitment, Json } from '../chain/types.ts'
import { accountFilters, testsOf } from './accountFilters.ts'
import { encodeAccount, type AccountEncoding } from './encodeAccount.ts'
import { commitmentOf, inContext, method, type Method } from './method.ts'
import { address, atPlace, ofAccounts, whole } from './params.ts'

/** The most accounts of one call. */
const mostAccounts = 100

const how = v.nullish(v.object(ofAccounts))
const byProgram = v.nullish(
  v.object({
    ...ofAccounts,
    filters: v.nullish(accountFilters),
    withContext: v.nullish(v.boolean()),
    sortResults: v.nullish(v.boolean()),
  }),
)

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
  getMultipleAccounts: method(
    v.tuple([
      v.pipe(
        v.array(v.unknown()),
        v.check(
          (list) => list.length <= mostAccounts,
          `Too many inputs provided; max ${mostAccounts}`,
        ),
        listOf(address, mostAccounts),
      ),
      how,
    ]),
    (chain, [addresses, how]) => {
      const commitment = commitmentOf(chain, how)
      return inContext(
        chain,
        commitment,
        addresses.map((of) => accountAt(chain, of, commitment, how)),
      )
    },
  ),
  getProgramAccounts: method(v.tuple([address, byProgram]), (chain, [program, how]) => {
    const commitment = commitmentOf(chain, how)
    const tests = testsOf(how?.filters)
    const found = chain.accounts
      .ownedBy(program, commitment)
      .filter(({ account }) => tests(account.data))
    const list = found
      .toSorted((one, other) => (one.address < other.address ? -1 : 1))
      .map(({ address: pubkey, account }) => ({
        pubkey,
        account: encodeAccount(account, how, (mint) => chain.accounts.read(mint, commitment)),
      }))
    return how?.withContext ? inContext(chain, commitment, list) : list
  }),
  getMinimumBalanceForRentExemption: method(
    v.tuple([
      v.pipe(
        whole,
        v.check((bytes) => bytes <= 10_485_760, 'Invalid param: data too large'),
      ),
      atPlace,
    ]),
    (chain, [bytes]) => chain.vm.minimumBalanceForRentExemption(BigInt(bytes)),
  ),
}

/** The account at an address, or null. */
export function accountAt(
  chain: Chain,
  of: string,
  commitment: Commitment,
  how: AccountEncoding,
): Json {
  const read = (address: string) => chain.accounts.read(address, commitment)
  const account = read(of)
  return account ? encodeAccount(account, how, read) : null
}
