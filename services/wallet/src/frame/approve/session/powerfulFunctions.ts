import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import type { Calls } from '@latchkey/protocol/sessions/terms'
import { readFunction } from '../../sessions/functions.ts'
import { knownFunctions } from '../decode/functionNames.ts'
import { known } from '../decode/knownCalls.ts'

/** Decoded functions that take nothing from an account, and give no right. */
const harmless: ReadonlySet<string> = new Set([
  'deposit()',
  'withdraw(uint256)',
  'decreaseAllowance(address,uint256)',
  'decreaseApproval(address,uint256)',
  'revokeOperator(address)',
])

/**
 * More functions that move or give away what an account has in a contract. ERC-777, ERC-1363,
 * ERC-3009, ERC-4626, ERC-6909, ERC-7579, ERC-7710, Permit2, Safe, roles and wrappers of
 * OpenZeppelin, Lido, Aave, Comet, Morpho, Balancer, Maker, Uniswap v3's positions
 */
const powerful: readonly string[] = [
  'send(address,uint256,bytes)',
  'operatorSend(address,address,uint256,bytes,bytes)',
  'burn(uint256)',
  'burn(address,uint256)',
  'burn(uint256,bytes)',
  'burnFrom(address,uint256)',
  'transferAndCall(address,uint256)',
  'transferAndCall(address,uint256,bytes)',
  'approveAndCall(address,uint256)',
  'approveAndCall(address,uint256,bytes)',
  'transfer(address,uint256,bytes)',
  'transfer(address,uint256,uint256)',
  'transferFrom(address,address,uint256,uint256)',
  'approve(address,uint256,uint256)',
  'safeApprove(address,uint256)',
  'safeTransfer(address,uint256)',
  'batchTransfer(address[],uint256[])',
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  'permit(address,address,uint256,uint256,bytes)',
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
  'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',
  'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)',
  'transferFrom((address,address,uint160,address)[])',
  'redeem(uint256,address,address)',
  'withdraw(uint256,address,address)',
  'withdraw(address,uint256,address)',
  'withdrawTo(address,uint256)',
  'withdrawTo(address,address,uint256)',
  'withdrawFrom(address,address,address,uint256)',
  'withdraw((address,address,address,address,uint256),uint256,uint256,address,address)',
  'withdrawCollateral((address,address,address,address,uint256),uint256,address,address)',
  'borrow((address,address,address,address,uint256),uint256,uint256,address,address)',
  'borrow(address,uint256,uint256,uint16,address)',
  'transferShares(address,uint256)',
  'transferSharesFrom(address,address,uint256)',
  'transferAsset(address,address,uint256)',
  'transferAssetFrom(address,address,address,uint256)',
  'approveDelegation(address,uint256)',
  'setRelayerApproval(address,address,bool)',
  'hope(address)',
  'collect((uint256,address,uint128,uint128))',
  'redeemDelegations(bytes[],bytes32[],bytes[])',
  'enableModule(address)',
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  'execute(bytes32,bytes)',
  'grantRole(bytes32,address)',
  'setMinter(address)',
  'acceptOwnership()',
  'renounceOwnership()',
]

/** A function as the screen names it. `isPowerful`: it can take all of what is in a contract. */
export type FunctionView = { name: string; isPowerful: boolean }

/**
 * Describes the functions of a session. It is cheap to make a harmless name whose selector is that
 * of `approve`, so a known selector is shown with its known name, whatever the site calls it.
 * @param signatures the site's names, in the order of the selectors
 */
export function viewFunctions(
  { selectors }: Calls,
  signatures: readonly string[],
): readonly FunctionView[] {
  const names = new Map(knownFunctions)
  const more = new Map(powerful.map((text) => [digitsOf(readFunction(text)?.selector), text]))
  return selectors.map((selector, index) => {
    const digits = digitsOf(selector)
    const decoded = known.get(digits)?.signature
    const dangerous = more.get(digits) ?? (harmless.has(decoded ?? '') ? undefined : decoded)
    return {
      name: dangerous ?? decoded ?? names.get(digits) ?? signatures[index] ?? selector,
      isPowerful: dangerous !== undefined,
    }
  })
}

const digitsOf = (selector: Hex | undefined): string => selector?.slice(2).toLowerCase() ?? ''
