import { parseAccountId } from '@latchkey/protocol/caip'
import { kitError } from './errors.ts'

/** The parts of a CAIP-10 id that a site or a wallet passed. @throws KitError caipInvalid */
export function readAccountId(accountId: unknown): ReturnType<typeof parseAccountId> {
  try {
    return parseAccountId(accountId)
  } catch (cause) {
    throw kitError('caipInvalid', { cause })
  }
}
