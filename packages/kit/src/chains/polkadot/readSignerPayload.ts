import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../core/errors/errors.ts'
import { textsIn } from '../../core/requests/readParts.ts'
import type { SignerPayload } from './signer.ts'

const required = [
  'blockHash',
  'blockNumber',
  'era',
  'genesisHash',
  'method',
  'nonce',
  'specVersion',
  'tip',
  'transactionVersion',
] as const
const optional = ['assetId', 'metadataHash'] as const

/** The maximum length of a field, in characters. A block has at most 5 MiB. */
const maxLength = 10 * 1_024 * 1_024

/** The maximum number of signed extensions. Runtimes have about ten. */
const maxExtensions = 100

/**
 * Reads a transaction that a library wants to be signed. Fields that the kit does not know are left
 * out, so that no wallet gets data that nothing has checked.
 * @throws KitError invalidParams
 */
export function readSignerPayload(value: unknown): SignerPayload {
  const given = partsOf(value)
  const { address, version, mode, withSignedTransaction } = given
  const signedExtensions = textsIn(given['signedExtensions'], maxExtensions)
  const fields = [...required, ...optional].flatMap((name) => {
    const text = given[name]
    if ((text === undefined || text === null) && optional.some((field) => field === name)) return []
    if (!isHex(text)) throw kitError('invalidParams', { details: `“${name}” is no hex.` })
    return [[name, text]]
  })
  if (
    typeof address !== 'string' ||
    typeof version !== 'number' ||
    !Number.isSafeInteger(version) ||
    (mode !== undefined && mode !== null && mode !== 0 && mode !== 1)
  )
    throw kitError('invalidParams')
  return {
    address,
    version,
    signedExtensions,
    ...(Object.fromEntries(fields) as Pick<SignerPayload, (typeof required)[number]>), // read above
    ...(typeof mode === 'number' && { mode }),
    ...(withSignedTransaction === true && { withSignedTransaction }),
  }
}

const isHex = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && value.length <= maxLength && /^0x[\da-f]*$/i.test(value)
