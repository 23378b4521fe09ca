import type { NetworkId } from '@latchkey/protocol/caip'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import type { FeeSpeed, Recipient, SendToken } from '../../../core/contracts/facets/send.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { parseAmount } from '../amount/parseAmount.ts'
import { prepareSend } from '../review/prepareSend.ts'
import type { PreparedSend } from '../review/prepareSend.ts'
import { readToken } from './readToken.ts'
import { resolveName } from '../../../core/names/resolveName.lazy.ts'

/** The transfer that a site requests. */
export type SendRequest = {
  /** An address of the account's namespace, or a name. */
  to: string
  /**
   * A `bigint` in the smallest unit; or a decimal string of whole tokens with a point ("1.5"); or
   * `max`, the whole balance minus the fee.
   */
  amount: bigint | (string & {}) | 'max'
  /** Address of a token. @default the native token */
  token?: string
  /**
   * Addresses that the visitor knows, in addition to earlier recipients. The kit does not warn that
   * a transfer to them is the first.
   */
  known?: readonly string[]
  /**
   * The speed, on networks whose senders choose a fee, such as Bitcoin's. Without effect on others.
   * @default 'normal'
   */
  feeChoice?: FeeSpeed
  signal?: AbortSignal
}

const speeds: readonly unknown[] = ['slow', 'normal', 'fast'] satisfies FeeSpeed[]

/**
 * Prepares a transfer from the current account. It resolves the name, reads the fee, simulates the
 * transfer, and collects warnings. The wallet gets no request.
 * @throws KitError addressMissing without a connection; optionInvalid for another `feeChoice`;
 *   nameUnresolved; actionNotAllowed for an invalid address, amount or token, with the reason as
 *   `details`; requestAborted; the node's error
 */
export async function prepareRequest(
  kit: Kit,
  { to, amount, token: address, known, feeChoice, signal }: SendRequest,
): Promise<PreparedSend> {
  if (feeChoice !== undefined && !speeds.includes(feeChoice))
    throw kitError('optionInvalid', {
      option: 'feeChoice',
      problem: 'is unknown',
      mend: `Pass one of: ${speeds.join(', ')}.`,
    })
  const account = accountOf(kit.getState())
  if (!account) throw kitError('addressMissing')
  const { networkId, address: from } = account
  const [recipient, token] = await Promise.all([
    findRecipient(kit, to, networkId, signal),
    readToken(kit, networkId, address, signal),
  ])
  return prepareSend(
    kit,
    {
      networkId,
      from,
      to: recipient,
      token,
      amount: amountOf(amount, token),
      ...(feeChoice && { feeChoice }),
    },
    { addresses: known, signal },
  )
}

async function findRecipient(
  kit: Kit,
  to: string,
  networkId: NetworkId,
  signal: AbortSignal | undefined,
): Promise<Recipient> {
  const { readRecipient } = await facetOf(kit, networkId, 'addresses')
  const read = await readRecipient(to, networkId)
  if (read.status === 'address') return { address: read.address }
  if (read.status !== 'name')
    throw kitError('actionNotAllowed', {
      details: read.status === 'refused' ? read.fault : 'noRecipient',
    })
  const found = await resolveName(kit, read.name, { networkId, signal })
  if (found.status !== 'found') throw kitError('nameUnresolved', { details: found.status })
  return { address: found.address, name: found.name, isBorrowed: found.isBorrowed }
}

function amountOf(amount: SendRequest['amount'], { decimals }: SendToken): bigint | 'max' {
  if (amount === 'max') return 'max'
  const parsed =
    typeof amount === 'bigint'
      ? { status: 'amount' as const, amount }
      : parseAmount(/^\d*\.?\d*$/.test(amount) ? amount : '?', decimals)
  if (parsed.status === 'amount' && parsed.amount > 0n) return parsed.amount
  throw kitError('actionNotAllowed', {
    details: parsed.status === 'refused' ? parsed.fault : 'notANumber',
  })
}
