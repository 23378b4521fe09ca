// Sessions as MetaMask's packages write, read and use them. They know nothing of this project.
import * as types from '@metamask/7715-permission-types'
import * as core from '@metamask/delegation-core'
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments'
import { getSmartAccountsEnvironment } from '@metamask/smart-accounts-kit'
import {
  erc7710WalletActions,
  getErc20PeriodTransferEnforcerAvailableAmount,
  getErc20StreamingEnforcerAvailableAmount,
  getNativeTokenPeriodTransferEnforcerAvailableAmount,
  getNativeTokenStreamingEnforcerAvailableAmount,
} from '@metamask/smart-accounts-kit/actions'
import { overrideDeployedEnvironment } from '@metamask/smart-accounts-kit/utils'
import { createPublicClient, createWalletClient, getAddress, http } from 'viem'
import { foundry } from 'viem/chains'

const environment = getSmartAccountsEnvironment(1)
const deployed = DELEGATOR_CONTRACTS['1.3.0'][1]

/** The addresses of the enforcers, by the names of `@metamask/7715-permission-types`. */
const contracts = Object.fromEntries(
  Object.entries(deployed).map(([name, address]) => [
    name.startsWith('ERC20') ? `erc20${name.slice(5)}` : `${name[0].toLowerCase()}${name.slice(1)}`,
    getAddress(address),
  ]),
)
const decoders = types.makePermissionDecoderConfigs(contracts)

/** Whether caveats have what a decoder requires, and else only what it allows. */
function matches({ requiredEnforcers, optionalEnforcers }, caveats) {
  const required = new Map(Object.entries(requiredEnforcers))
  for (const { enforcer } of caveats) {
    const left = required.get(enforcer)
    if (left) required.set(enforcer, left - 1)
    else if (!optionalEnforcers.includes(enforcer)) return false
  }
  return [...required.values()].every((left) => left === 0)
}

/**
 * Reads a permission and its rules from caveats, as MetaMask's wallet does.
 * @returns all that the caveats can be read as
 */
export function decodePermission(caveats) {
  const checked = caveats.map((one) => ({ ...one, enforcer: getAddress(one.enforcer) }))
  return decoders
    .filter((decoder) => matches(decoder, checked))
    .flatMap(({ permissionType, requiredEnforcers, rules, validateAndDecodeData }) => {
      const required = new Map(Object.entries(requiredEnforcers))
      try {
        return [
          {
            type: permissionType,
            data: validateAndDecodeData(checked, contracts),
            rules: rules
              .map((read) =>
                read({
                  contractAddresses: contracts,
                  caveats: checked,
                  requiredEnforcers: required,
                }),
              )
              .filter((rule) => rule !== null),
          },
        ]
      } catch {
        return []
      }
    })
}

const writers = {
  'native-token-allowance': types.createNativeTokenAllowanceCaveats,
  'native-token-periodic': types.createNativeTokenPeriodicCaveats,
  'native-token-stream': types.createNativeTokenStreamCaveats,
  'erc20-token-allowance': types.createErc20TokenAllowanceCaveats,
  'erc20-token-periodic': types.createErc20TokenPeriodicCaveats,
  'erc20-token-stream': types.createErc20TokenStreamCaveats,
}

const caveat = (name, terms) => ({ enforcer: deployed[name], terms, args: '0x' })

/** Writes a permission of ERC-7715 as MetaMask's wallet does. @returns caveats */
export const writePermission = (permission) => writers[permission.type]({ permission, contracts })

/** Writes calls of contracts. */
export const writeCalls = ({ targets, selectors, maxValue, fixed }) => [
  caveat('AllowedTargetsEnforcer', core.createAllowedTargetsTerms({ targets })),
  caveat('AllowedMethodsEnforcer', core.createAllowedMethodsTerms({ selectors })),
  caveat('ValueLteEnforcer', core.createValueLteTerms({ maxValue })),
  ...fixed.map(({ index, value }) =>
    caveat(
      'AllowedCalldataEnforcer',
      core.createAllowedCalldataTerms({ startIndex: 4 + 32 * index, value }),
    ),
  ),
]

/** Writes what holds for every session. */
export const writeRules = ({ expiry, redeemers, nonce, maxUses, payees, isToken }) => [
  caveat(
    'TimestampEnforcer',
    core.createTimestampTerms({ afterThreshold: 0, beforeThreshold: expiry }),
  ),
  caveat('RedeemerEnforcer', core.createRedeemerTerms({ redeemers })),
  caveat('NonceEnforcer', core.createNonceTerms({ nonce: `0x${nonce.toString(16)}` })),
  ...(maxUses === undefined
    ? []
    : [caveat('LimitedCallsEnforcer', core.createLimitedCallsTerms({ limit: Number(maxUses) }))]),
  ...(payees === undefined
    ? []
    : [
        isToken
          ? caveat(
              'AllowedCalldataEnforcer',
              core.createAllowedCalldataTerms({
                startIndex: 4,
                value: `0x${payees[0].slice(2).padStart(64, '0')}`,
              }),
            )
          : caveat('AllowedTargetsEnforcer', core.createAllowedTargetsTerms({ targets: payees })),
      ]),
]

/** The context and the hash of a delegation. */
export const encodeDelegation = (delegation) => ({
  context: core.encodeDelegations([delegation]),
  hash: core.hashDelegation(delegation),
})

/** The only delegation of a context. */
export const decodeContext = (context) => core.decodeDelegations(context)

const available = {
  tokenPeriod: getErc20PeriodTransferEnforcerAvailableAmount,
  tokenStream: getErc20StreamingEnforcerAvailableAmount,
  nativePeriod: getNativeTokenPeriodTransferEnforcerAvailableAmount,
  nativeStream: getNativeTokenStreamingEnforcerAvailableAmount,
}

/** A site's account with MetaMask's kit, which uses sessions. */
export function createRedeemer({ node, chainId, account }) {
  overrideDeployedEnvironment(chainId, '1.3.0', environment)
  const chain = { ...foundry, id: chainId }
  const transport = http(node)
  const client = createPublicClient({ chain, transport, pollingInterval: 20 })
  const wallet = createWalletClient({ chain, transport, account }).extend(erc7710WalletActions())
  return {
    /** @returns the hash of the transaction. @throws if the chain refuses it */
    use: (permissionContext, { to, value, data }) =>
      wallet.sendTransactionWithDelegation({
        chain,
        account,
        to,
        value,
        data,
        permissionContext,
        delegationManager: deployed.DelegationManager,
      }),
    /** What is left of a session. @param enforcer which enforcer counts it */
    available: async (delegation, enforcer) =>
      (await available[enforcer](client, environment, { delegation })).availableAmount,
  }
}
