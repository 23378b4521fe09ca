import { walletErrors } from '@latchkey/protocol/rpc'
import { KitError } from '../../../core/KitError.ts'
import { readSafely } from '../provider/provider.ts'

/** An error as EIP-1193 has it: with a number for its code. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Codes of the kit that have another name in EIP-1193. */
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
 * Converts any error to one of EIP-1193: a kit's error by its number, a wallet's own by its number,
 * others as internal errors. The data of a network's error on a call is kept, so that libraries can
 * decode it.
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
  const { code: name, message, cause } = error as KitError // just seen
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
