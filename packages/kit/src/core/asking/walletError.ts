import { walletErrorOf } from '@latchkey/protocol/rpc'
import { KitError } from '../KitError.ts'
import { kitError } from '../errors.ts'
import { look } from './look.ts'

/** Codes and names outside the table with which wallets say that their owner declined. */
const declined: readonly unknown[] = [5000, 'ACTION_REJECTED']

/** Messages of bundlers and browsers for a package that is not installed. */
const isUninstalled = /Could not resolve|Cannot find (module|package)|resolve module specifier/

/** Messages of wallets without codes when their owner declined; the second half is Safe's. */
const isRefusal = /\buser (rejected|denied|declined|cancell?ed)\b|^transaction was rejected$/i

/**
 * The KitError for any error of a wallet or a node: by the innermost code of the table (spec section 8), by the HTTP status,
 * else `unknown`. The foreign error is the `cause`.
 */
export function toWalletError(error: unknown): KitError {
  if (look(() => KitError.is(error), false)) return error as KitError // just seen
  const chain = causesOf(error)
  const details = textOf(chain)
  for (const link of [...chain].reverse()) {
    const { code, status, name } = link
    if (declined.includes(code)) return kitError('userRejected', { cause: error })
    const known = walletErrorOf(code)
    if (known !== 'unknown') return kitError(known, { cause: error, details })
    if (typeof status === 'number') return kitError('httpFailed', { cause: error, status })
    if (name === 'TimeoutError') return kitError('httpTimeout', { cause: error })
    if (name === 'HttpRequestError') return kitError('httpFailed', { cause: error })
    if (name === 'SwitchChainNotSupportedError') return kitError('methodNotSupported', { cause: error })
    if (name === 'ChainNotConfiguredError') return kitError('networkNotFound', { cause: error })
    if (name === 'ProviderNotFoundError') return kitError('providerDisconnected', { cause: error })
  }
  return kitError(meaningOf(details), { cause: error, details })
}

/** The code of an error without a code in the table, by its other signs. */
function meaningOf(details = ''): 'packageMissing' | 'userRejected' | 'unknown' {
  if (isUninstalled.test(details)) return 'packageMissing'
  return isRefusal.test(details) ? 'userRejected' : 'unknown'
}

type Link = { code?: unknown; status?: unknown; name?: unknown; message?: unknown; shortMessage?: unknown }

/** The error and its causes, outermost first; wallets also hide the real one in `data.originalError`. */
function causesOf(error: unknown): readonly Link[] {
  const links: Link[] = []
  let next = error
  try {
    while (typeof next === 'object' && next !== null && links.length < 10) {
      // an object: missing parts read as undefined
      const { code, status, name, message, shortMessage, cause, data } = next as Link & { cause?: unknown; data?: { originalError?: unknown } }
      links.push({ code, status, name, message, shortMessage })
      next = cause ?? data?.originalError
    }
  } catch {
    // an error that throws when it is read: the parts read so far are used
  }
  return links
}

function textOf(chain: readonly Link[]): string | undefined {
  const text = chain.map(({ shortMessage, message }) => shortMessage ?? message).find((one) => typeof one === 'string')
  return typeof text === 'string' ? text.slice(0, 500) : undefined
}
