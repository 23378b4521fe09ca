import { permissionJson } from '@latchkey/protocol/sessions/permissionJson'
import { executionRequestShape } from '@latchkey/protocol/sessions/permissions'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import * as v from 'valibot'
import { grantingMethod } from '../grants/grantingMethod.ts'
import { grantTerms, termsOf } from '../grants/grantTerms.ts'
import { hexId } from '../walletChain.ts'
import { permittedSigner } from '../walletCore.ts'
import { address, invalidParams } from '../walletMethod.ts'

const request = v.object({ ...executionRequestShape.entries, from: address, to: address })

/**
 * Grants a permission: the account signs a delegation to the site's account. One permission in each
 * request. ERC-7715
 * @throws ProviderError 4200 for a wallet that grants none, and for a permission without an end;
 *   4100 for an account that the site may not see; 5710 for an unknown chain
 */
export const wallet_requestExecutionPermissions = grantingMethod(
  'today',

  v.tuple([request]),
  async (wallet, [asked]) => {
    const account = permittedSigner(wallet, asked.from)
    const chains = wallet.store.getState().chains
    const chain = chains.find((entry) => BigInt(entry.id) === BigInt(asked.chainId))
    if (!chain) throw invalidParams(`The wallet does not know chain ${asked.chainId}.`)
    const { context, terms } = await grantTerms(wallet, {
      account,
      chain,
      to: asked.to,
      terms: termsOf(asked),
    })
    const entry = {
      chainId: hexId(chain),
      from: account.address,
      to: asked.to,
      ...permissionJson(terms),
      context,
      dependencies: [],
      delegationManager,
    }
    wallet.store.setState(({ granted }) => ({ granted: [...granted, entry] }))
    return [entry]
  },
)
