import { parseAccountId } from '@latchkey/protocol/caip'
import { kitError } from '../errors/errors.ts'

/** The parts of a CAIP-10 id from a site or a wallet. @throws KitError caipInvalid */
export function readAccountId(accountId: unknown): ReturnType<typeof parseAccountId> {
  try {
    return parseAccountId(accountId)
  } catch (cause) {
    throw kitError('caipInvalid', { cause })
  }
}
