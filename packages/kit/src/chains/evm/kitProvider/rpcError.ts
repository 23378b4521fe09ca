import { walletErrors } from '@latchkey/protocol/rpc'
import { KitError } from '../../../core/errors/KitError.ts'
import { readSafely } from '../provider/provider.ts'

/** An error in the form of EIP-1193, with a number as its code. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Codes of the kit that EIP-1193 lacks, with the number that a library gets instead. */
const otherCodes: Readonly<Record<string, number>> = {
  requestAborted: 4001,
  connectionClosed: 4001,
  addressMissing: 4100,
  actionNotAllowed: 4100,
  networkNotFound: 4902,
  networkUnknown: 4901,
  walletTimeout: -32603,
  unknown: -32603,
}

/**
 * Converts any error to an error of EIP-1193. Errors of the kit and of wallets have their number;
 * any other error becomes an internal error. If a node's error about a call has data, the result
 * has it, too, so that libraries can decode it.
 */
export function toRpcError(error: unknown): ProviderRpcError {
  if (error instanceof ProviderRpcError) return error
  if (!readSafely(() => KitError.is(error), false)) {
    const { code = -32603, ...data } = readSafely(() => factsOf(error), {})
    const message =
      readSafely(() => (error instanceof Error ? error.message : undefined), undefined) ??
      'Internal error'
    return Object.assign(new ProviderRpcError(code, message, { cause: error }), data)
  }
  const { code: name, message, cause } = error as KitError // `KitError.is` was checked above
  const number = Object.entries(walletErrors).find(([, codeName]) => codeName === name)?.[0]
  const { code: walletCode, ...data } = readSafely(() => factsOf(cause), {})
  return Object.assign(
    new ProviderRpcError(
      number === undefined ? (walletCode ?? otherCodes[name] ?? -32603) : Number(number),
      message,
      { cause: error },
    ),
    data,
  )
}

/** The code and the data of a wallet's or a node's error. */
function factsOf(cause: unknown): { code?: number; data?: unknown } {
  if (typeof cause !== 'object' || cause === null) return {}
  return {
    ...('code' in cause && typeof cause.code === 'number' && { code: cause.code }),
    ...('data' in cause && { data: cause.data }),
  }
}
