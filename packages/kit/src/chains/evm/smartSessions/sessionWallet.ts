import { isRecord } from '@latchkey/protocol/isObject'
import { adapterOf } from '../../../core/accounts/adapterOf.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { ErrorCode } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { withLimit } from '../../../core/errors/withLimit.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { Account } from '../../../core/kit/state.ts'
import { linkOf } from '../../../session/links.ts'
import { walletLimit } from '../assets/readAssetDiscovery.ts'

/**
 * What a wallet grants by today's ERC-7715: for each type of permission, the chains and the types
 * of rules. Undefined for a wallet that does not know it.
 */
export type Supported = ReadonlyMap<
  string,
  { chainIds: readonly string[]; ruleTypes: readonly string[] }
>

const unsupported: ReadonlySet<ErrorCode> = new Set([
  'methodNotFound',
  'methodNotSupported',
  'unsupportedMethod',
  'unauthorized', // a phone that has not approved the method
])

/** Whether an error means that the wallet does not have a method. */
export const isUnsupported = (error: unknown): boolean =>
  KitError.is(error) && unsupported.has(error.code)

/**
 * Sends a request that needs no approval to the account's wallet.
 * @throws KitError walletTimeout; the wallet's errors
 */
export async function askQuietly(
  kit: Kit,
  { namespace, connectorId, networkId }: Account,
  method: string,
  signal?: AbortSignal,
): Promise<unknown> {
  const link = linkOf(kit, namespace, connectorId)
  if (!link) throw kitError('providerDisconnected')
  return withLimit(
    (limited) =>
      adapterOf(kit, namespace).request({ method, params: [], networkId, link, signal: limited }),
    {
      ms: walletLimit,
      clock: contextOf(kit).clock,
      signal,
      onTimeout: () => kitError('walletTimeout'),
    },
  )
}

/** What the account's wallet grants by today's ERC-7715. */
export async function readSupported(
  kit: Kit,
  account: Account,
  signal?: AbortSignal,
): Promise<Supported | undefined> {
  try {
    return toSupported(
      await askQuietly(kit, account, 'wallet_getSupportedExecutionPermissions', signal),
    )
  } catch (error) {
    if (isUnsupported(error)) return undefined
    throw error
  }
}

/** Reads an answer of any form. Entries of another form are left out. */
function toSupported(answer: unknown): Supported | undefined {
  if (!isRecord(answer)) return undefined
  const texts = (value: unknown): readonly string[] =>
    Array.isArray(value)
      ? value.slice(0, 1_000).filter((text): text is string => typeof text === 'string')
      : []
  return new Map(
    Object.entries(answer)
      .slice(0, 100)
      .flatMap(([type, entry]) =>
        isRecord(entry)
          ? [[type, { chainIds: texts(entry['chainIds']), ruleTypes: texts(entry['ruleTypes']) }]]
          : [],
      ),
  )
}
