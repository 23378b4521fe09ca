import * as v from 'valibot'
import type { Chain } from '../chain/chain.ts'
import {
  isMint,
  isTokenAccount,
  isTokenProgram,
  readMint,
  readTokenAccount,
  tokenPrograms,
  uiAmount,
} from '../chain/tokenAccounts.ts'
import type { Located } from '../chain/accounts.ts'
import type { Commitment, Json } from '../chain/types.ts'
import { optionalAddress } from '../parsed/parseMint.ts'
import { encodeAccount } from './encodeAccount.ts'
import { commitmentOf, inContext, method, type Method } from './method.ts'
import { address, atPlace, ofAccounts } from './params.ts'
import { RpcError } from './rpcError.ts'

/** The maximum number of accounts in the answer of `getTokenLargestAccounts`. */
const largest = 20

const which = v.union([v.object({ mint: address }), v.object({ programId: address })])
const config = v.nullish(v.object(ofAccounts))
type Which = v.InferOutput<typeof which>
type AccountConfig = v.InferOutput<typeof config>
const listParams = v.tuple([address, which, config])

/** Methods that read tokens. */
export const tokenMethods: Record<string, Method> = {
  getTokenAccountsByOwner: method(listParams, (chain, [owner, which, config]) =>
    listAccounts(chain, which, config, (data) => readTokenAccount(data).owner === owner),
  ),
  getTokenAccountsByDelegate: method(listParams, (chain, [delegate, which, config]) =>
    listAccounts(chain, which, config, (data) => optionalAddress(data, 72) === delegate),
  ),
  getTokenAccountBalance: method(v.tuple([address, atPlace]), (chain, [of, place]) => {
    const commitment = commitmentOf(chain, place)
    const account = chain.accounts.read(of, commitment)
    if (!account) throw new RpcError('invalidParams', 'Invalid param: could not find account')
    if (!isTokenAccount(account))
      throw new RpcError('invalidParams', 'Invalid param: not a Token account')
    const { mint, amount } = readTokenAccount(account.data)
    return inContext(chain, commitment, uiAmount(amount, mintAt(chain, mint, commitment).decimals))
  }),
  getTokenSupply: method(v.tuple([address, atPlace]), (chain, [mint, place]) => {
    const commitment = commitmentOf(chain, place)
    const { supply, decimals } = mintAt(chain, mint, commitment)
    return inContext(chain, commitment, uiAmount(supply, decimals))
  }),
  getTokenLargestAccounts: method(v.tuple([address, atPlace]), (chain, [mint, place]) => {
    const commitment = commitmentOf(chain, place)
    const { decimals, program } = mintAt(chain, mint, commitment)
    const holders = accountsOf(chain, program, commitment)
      .map(({ address, account }) => ({ address, ...readTokenAccount(account.data) }))
      .filter((holder) => holder.mint === mint)
    const sorted = holders
      .toSorted((one, other) => (one.amount < other.amount ? 1 : -1))
      .slice(0, largest)
    return inContext(
      chain,
      commitment,
      sorted.map(({ address, amount }) => ({ address, ...uiAmount(amount, decimals) })),
    )
  }),
}

function listAccounts(
  chain: Chain,
  which: Which,
  config: AccountConfig,
  isWanted: (data: Uint8Array) => boolean,
): Json {
  const commitment = commitmentOf(chain, config)
  const read = (address: string) => chain.accounts.read(address, commitment)
  if ('programId' in which && !isTokenProgram(which.programId))
    throw new RpcError('invalidParams', 'Invalid param: unrecognized Token program id')
  const mint = 'mint' in which ? which.mint : undefined
  const program =
    'programId' in which ? which.programId : mintAt(chain, which.mint, commitment).program
  const found = accountsOf(chain, program, commitment).filter(
    ({ account }) =>
      isWanted(account.data) &&
      (mint === undefined || readTokenAccount(account.data).mint === mint),
  )
  const sorted = found.toSorted((one, other) => (one.address < other.address ? -1 : 1))
  return inContext(
    chain,
    commitment,
    sorted.map(({ address: pubkey, account }) => ({
      pubkey,
      account: encodeAccount(account, config, read),
    })),
  )
}

function accountsOf({ accounts }: Chain, program: string, commitment: Commitment): Located[] {
  return accounts.ownedBy(program, commitment).filter(({ account }) => isTokenAccount(account))
}

function mintAt(
  { accounts }: Chain,
  address: string,
  commitment: Commitment,
): { supply: bigint; decimals: number; program: string } {
  const account = accounts.read(address, commitment)
  if (!account) throw new RpcError('invalidParams', 'Invalid param: could not find mint')
  if (!isMint(account)) throw new RpcError('invalidParams', 'Invalid param: not a Token mint')
  return {
    ...readMint(account.data),
    program: account.owner === tokenPrograms.token ? tokenPrograms.token : tokenPrograms.token2022,
  }
}
