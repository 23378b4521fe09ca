import { isRecord } from '@latchkey/protocol/isObject'
import { readUrl } from '@latchkey/protocol/readUrl'
import type { GrantCapabilities } from '@latchkey/protocol/sessions/grant'
import { optionInvalid } from '../../../core/options/optionInvalid.ts'

/** The longest address of a paymaster, as the e-mail wallet takes it. */
const maxLength = 2_048

/**
 * Checks the capabilities of a site's request.
 * @throws KitError optionInvalid
 */
export function readCapabilities(capabilities: unknown): GrantCapabilities | undefined {
  if (capabilities === undefined) return undefined
  const { paymasterService, ...others } = partsAt('capabilities', capabilities)
  refuse('capabilities', others)
  if (paymasterService === undefined) return undefined
  const place = 'capabilities.paymasterService'
  const { url, context, optional, ...unknown } = partsAt(place, paymasterService)
  refuse(place, unknown)
  if (typeof url !== 'string' || url.length > maxLength || !isWebAddress(url))
    throw optionInvalid(`${place}.url`, 'is not an address', 'Pass the URL of an ERC-7677 service.')
  if (context !== undefined && !isRecord(context))
    throw optionInvalid(`${place}.context`, 'is not an object', 'Pass an object, or leave it out.')
  if (optional !== undefined && typeof optional !== 'boolean')
    throw optionInvalid(`${place}.optional`, 'is not valid', 'Pass true or false.')
  return {
    paymasterService: {
      url,
      ...(context && { context }),
      ...(optional !== undefined && { optional }),
    },
  }
}

function partsAt(place: string, value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw optionInvalid(place, 'is not an object', 'Pass an object.')
  return value
}

function refuse(place: string, others: object): void {
  const [name] = Object.keys(others)
  if (name !== undefined) throw optionInvalid(`${place}.${name}`, 'is unknown', 'Leave it out.')
}

const isWebAddress = (text: string) => ['https:', 'http:'].includes(readUrl(text)?.protocol ?? '')
