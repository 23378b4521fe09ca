import type * as v from 'valibot'
import { ProviderError } from '../providerError.ts'
import type { WalletCore } from '../walletCore.ts'
import { walletMethod } from '../walletMethod.ts'
import type { WalletMethod } from '../walletMethod.ts'
import type { WalletGrants } from './walletGrants.ts'

/**
 * Creates a method of a wallet that grants permissions in this dialect.
 * @throws ProviderError 4200 in other wallets, whatever the parameters are
 */
export function grantingMethod<const schema extends v.GenericSchema>(
  dialect: WalletGrants['dialect'],
  schema: schema,
  answer: (wallet: WalletCore, params: v.InferOutput<schema>) => unknown,
): WalletMethod {
  const method = walletMethod(schema, answer)
  return async (wallet, params) => {
    if (wallet.grants?.dialect !== dialect)
      throw new ProviderError(4200, 'The wallet does not know this method.')
    return method(wallet, params)
  }
}
