import { toHex } from '@latchkey/protocol/hex'
import { isObject } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'
import { approveMessage, maxMessageBytes } from '../approveMessage.ts'
import { prepareVault } from '../prepareVault.ts'
import type { SigningCall } from '../signingCall.ts'
import { requirePolkadotAccount } from './requirePolkadotAccount.ts'

/** What stands around every signed text, so that no text is a transaction. */
const [start, end] = ['<Bytes>', '</Bytes>']

/**
 * Signs a text that the visitor has read, between `<Bytes>` and `</Bytes>`, as the wallets of
 * Polkadot do. A text that has them already gets no others. `polkadot_signMessage` { address,
 * message } → { signature }, hex. docs/contracts/frame.md#approval-methods
 */
export async function signMessage({
  wallet,
  network,
  params,
  request,
}: SigningCall): Promise<{ signature: `0x${string}` }> {
  const { address: claimed, message } = isObject(params) ? params : {}
  const account = await requirePolkadotAccount(wallet, network, claimed)
  if (typeof message !== 'string' || message.length > maxMessageBytes) throw fault('invalidParams')
  const text = withoutMarks(message)
  const bytes = new TextEncoder().encode(text)
  // a half of a surrogate pair would be signed as another character
  if (
    bytes.length > maxMessageBytes ||
    new TextDecoder().decode(bytes) !== text.replace(/^\uFEFF/, '')
  )
    throw fault('invalidParams')
  const { address } = account
  const openVault = prepareVault()
  await approveMessage({ wallet, network, request }, { bytes, address })
  const { withKeysOf } = await openVault()
  const signature = await withKeysOf(wallet, account.record, async (keys) =>
    keys.signPolkadot(new TextEncoder().encode(start + text + end)),
  )
  return { signature: `0x01${toHex(signature)}` }
}

/**
 * The text that a site has put between both marks: what is shown and judged has to be what another
 * site would get a signature of.
 */
const withoutMarks = (text: string): string =>
  text.startsWith(start) && text.endsWith(end) && text.length >= start.length + end.length
    ? text.slice(start.length, -end.length)
    : text
