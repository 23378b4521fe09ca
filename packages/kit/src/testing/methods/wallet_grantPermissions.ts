import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { selectorOf } from '@latchkey/protocol/sessions/permissions'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import * as v from 'valibot'
import { grantingMethod } from '../grants/grantingMethod.ts'
import { grantTerms } from '../grants/grantTerms.ts'
import { ProviderError } from '../providerError.ts'
import { hexId } from '../walletChain.ts'
import { permittedSigner } from '../walletCore.ts'
import { address, chainId, invalidParams, quantity } from '../walletMethod.ts'

const allowance = v.object({
  type: v.literal('token-allowance'),
  data: v.object({ allowance: quantity }),
})
const limit = v.object({ type: v.literal('call-limit'), data: v.object({ limit: v.number() }) })
const policies = v.array(v.variant('type', [allowance, limit]))
const permission = v.variant('type', [
  v.object({ type: v.literal('native-token-transfer'), data: v.unknown(), policies }),
  v.object({ type: v.literal('erc20-token-transfer'), data: v.object({ address }), policies }),
  v.object({
    type: v.literal('native-token-recurring-allowance'),
    data: v.object({ allowance: quantity, start: v.number(), period: v.number() }),
    policies,
  }),
  v.object({
    type: v.literal('contract-call'),
    data: v.object({ address, calls: v.array(v.string()) }),
    policies,
  }),
])
type Permission = v.InferOutput<typeof permission>
const request = v.looseObject({
  chainId,
  address,
  expiry: v.number(),
  signer: v.object({ type: v.literal('account'), data: v.object({ address }) }),
  permissions: v.tuple([permission]),
})

/**
 * Grants a permission in the form of 2024. ERC-7715
 * @throws ProviderError 4200 for a wallet that grants none, and as
 *   `wallet_requestExecutionPermissions`
 */
export const wallet_grantPermissions = grantingMethod(
  '2024',
  v.tuple([request]),
  async (wallet, [asked]) => {
    const account = permittedSigner(wallet, asked.address)
    const chain = wallet.store.getState().chains.find(({ id }) => id === asked.chainId)
    if (!chain) throw invalidParams(`The wallet does not know chain ${asked.chainId}.`)
    const [granted] = asked.permissions
    const to = asked.signer.data.address
    const uses = granted.policies.find((policy) => policy.type === 'call-limit')
    const { context, terms } = await grantTerms(wallet, {
      account,
      chain,
      to,
      terms: {
        what: whatOf(granted),
        ...(uses && { maxUses: BigInt(uses.data.limit) }),
        expiry: asked.expiry,
        redeemers: [to],
      },
    })
    return {
      ...asked,
      chainId: hexId(chain),
      permissions: undefined,
      grantedPermissions: [{ type: granted.type }],
      expiry: terms.expiry,
      context,
      signerMeta: { delegationManager },
    }
  },
)

function whatOf(granted: Permission): SessionTerms['what'] {
  const startTime = Math.floor(Date.now() / 1_000)
  switch (granted.type) {
    case 'native-token-recurring-allowance': {
      const { allowance: amount, start, period } = granted.data
      return { kind: 'periodic', startTime: start, amount, period }
    }
    case 'contract-call':
      return {
        kind: 'calls',
        targets: [granted.data.address],
        selectors: granted.data.calls.map(selectorOf),
        maxValue: 0n,
        fixed: [],
      }
    default: {
      const policy = granted.policies.find(({ type }) => type === 'token-allowance')
      if (policy?.type !== 'token-allowance')
        throw new ProviderError(4200, 'The wallet grants no unlimited amounts.')
      const token = granted.type === 'erc20-token-transfer' && { token: granted.data.address }
      return { kind: 'allowance', startTime, amount: policy.data.allowance, ...token }
    }
  }
}
