import {
  partialOperationShape,
  userOperationShape,
  type BundlerMethod,
  type PaymasterMethod,
} from '@latchkey/protocol/smartAccounts/bundler'
import * as v from 'valibot'
import { hexOf, hexText, quantity } from './operationChain.ts'
import { readParams } from './readParams.ts'

const address = v.pipe(hexText, v.length(42, 'Expected an address'))
const hash = v.pipe(hexText, v.length(66, 'Expected a hash of 32 bytes'))

const shapes = {
  eth_chainId: v.tuple([]),
  eth_supportedEntryPoints: v.tuple([]),
  eth_estimateUserOperationGas: v.tuple([partialOperationShape, address]),
  eth_sendUserOperation: v.tuple([userOperationShape, address]),
  eth_getUserOperationByHash: v.tuple([hash]),
  eth_getUserOperationReceipt: v.tuple([hash]),
  pm_getPaymasterStubData: v.tuple([partialOperationShape, address, quantity]),
  pm_getPaymasterData: v.tuple([partialOperationShape, address, quantity]),
} as const satisfies Record<BundlerMethod | PaymasterMethod, v.GenericSchema>

/**
 * Checks the parameters of a request for another service, by the same shapes as for our own.
 * @returns the parameters that are passed on: what was checked, and the context of a paymaster
 * @throws RpcRefusal
 */
export function checkForwarded(
  method: BundlerMethod | PaymasterMethod,
  params: readonly unknown[],
): readonly unknown[] {
  const { length } = shapes[method].items
  const checked = readParams(shapes[method], params.slice(0, length)).map(textOf)
  const hasContext = method.startsWith('pm_') && params.length > length
  return hasContext ? [...checked, params[length]] : checked
}

/** Writes numbers in hex, and leaves out what is absent. */
function textOf(value: unknown): unknown {
  if (typeof value === 'bigint') return hexOf(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) =>
      entry === null || entry === undefined ? [] : [[key, textOf(entry)]],
    ),
  )
}
