import * as v from 'valibot'
import { listOf } from '@latchkey/protocol/border'
import type { Chain } from '../chain/chain.ts'
import type { Commitment, Json } from '../chain/types.ts'
import { accountFilters, testsOf } from './accountFilters.ts'
import { encodeAccount, type AccountEncoding } from './encodeAccount.ts'
import { commitmentOf, inContext, method, type Method } from './method.ts'
import { address, atPlace, ofAccounts, whole } from './params.ts'

/** The maximum number of accounts in a call. */
const maxAccounts = 100

const config = v.nullish(v.object(ofAccounts))
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
  getAccountInfo: method(v.tuple([address, config]), (chain, [of, config]) => {
    const commitment = commitmentOf(chain, config)
    return inContext(chain, commitment, accountAt(chain, of, commitment, config))
  }),
  getMultipleAccounts: method(
    v.tuple([
      v.pipe(
        v.array(v.unknown()),
        v.check(
          (list) => list.length <= maxAccounts,
          `Too many inputs provided; max ${maxAccounts}`,
        ),
        listOf(address, maxAccounts),
      ),
      config,
    ]),
    (chain, [addresses, config]) => {
      const commitment = commitmentOf(chain, config)
      return inContext(
        chain,
        commitment,
        addresses.map((of) => accountAt(chain, of, commitment, config)),
      )
    },
  ),
  getProgramAccounts: method(v.tuple([address, byProgram]), (chain, [program, config]) => {
    const commitment = commitmentOf(chain, config)
    const tests = testsOf(config?.filters)
    const found = chain.accounts
      .ownedBy(program, commitment)
      .filter(({ account }) => tests(account.data))
    const list = found
      .toSorted((one, other) => (one.address < other.address ? -1 : 1))
      .map(({ address: pubkey, account }) => ({
        pubkey,
        account: encodeAccount(account, config, (mint) => chain.accounts.read(mint, commitment)),
      }))
    return config?.withContext ? inContext(chain, commitment, list) : list
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

/** The account at an address in the requested form, or null. */
export function accountAt(
  chain: Chain,
  of: string,
  commitment: Commitment,
  config: AccountEncoding,
): Json {
  const read = (address: string) => chain.accounts.read(address, commitment)
  const account = read(of)
  return account ? encodeAccount(account, config, read) : null
}
