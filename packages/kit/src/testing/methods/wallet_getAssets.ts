import * as v from 'valibot'
import { erc20Abi, numberToHex } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { ProviderError } from '../providerError.ts'
import { clientOf, currencyOf, hexId } from '../walletChain.ts'
import type { WalletChain } from '../walletChain.ts'
import { permittedSigner } from '../walletCore.ts'
import type { WalletCore } from '../walletCore.ts'
import { address, chainId, walletMethod } from '../walletMethod.ts'

const params = v.tuple([v.object({ account: address, chainFilter: v.optional(v.array(chainId)) })])

/**
 * The balances of an account by chain, from the chains' nodes. Fails with -32601 if the wallet has
 * no list of assets. Source: EIP-7811
 */
export const wallet_getAssets = walletMethod(params, async (wallet, [{ account, chainFilter }]) => {
  const { assets } = wallet
  if (!assets) throw new ProviderError(-32601, 'The wallet does not tell what accounts hold.')
  permittedSigner(wallet, account)
  const requestedChains = wallet.store
    .getState()
    .chains.filter(({ id }) => assets[id] && (chainFilter?.includes(id) ?? true))
  return Object.fromEntries(
    await Promise.all(
      requestedChains.map(async (chain) => [
        hexId(chain),
        await balancesOf(wallet, chain, account),
      ]),
    ),
  )
})

async function balancesOf({ assets }: WalletCore, chain: WalletChain, account: `0x${string}`) {
  const client = clientOf(chain)
  const { name, symbol, decimals } = currencyOf(chain)
  const native = {
    address: 'native',
    balance: await getBalance(client, { address: account }),
    type: 'NATIVE',
    metadata: { name, symbol, decimals, price: 0, iconUrl: '' },
  }
  const tokenBalances = await Promise.all(
    (assets?.[chain.id] ?? []).map(async ({ address: token, price = 0, ...metadata }) => ({
      address: token,
      balance: await readContract(client, {
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
      }),
      type: 'ERC20',
      metadata: { ...metadata, price, iconUrl: '' },
    })),
  )
  return [native, ...tokenBalances].map((asset) => ({
    ...asset,
    balance: numberToHex(asset.balance),
  }))
}
