import { fromHex } from '@latchkey/protocol/hex'
import { kitError } from '../../core/errors/errors.ts'

/**
 * The text in the `data` of a request to sign. Hex is bytes of UTF-8, any other text is itself.
 * @throws KitError invalidParams for bytes that are no text
 */
export function readRaw(data: string): string {
  if (!/^0x(?:[\da-f]{2})*$/i.test(data)) return data
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fromHex(data.slice(2)))
  } catch (cause) {
    throw kitError('invalidParams', { cause, details: 'Wallets sign texts, and no other bytes.' })
  }
}
