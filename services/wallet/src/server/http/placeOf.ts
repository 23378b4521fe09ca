import type { CheckedOptions } from '../options.ts'
import { cleanName } from '../socials/cleanName.ts'
import type { Call } from './env.ts'

/**
 * The location of a device according to the operator's proxy: a country or a town, as one line.
 * Undefined if the operator has named no header, or the proxy sends none.
 */
export function placeOf(
  { placeHeader }: Pick<CheckedOptions, 'placeHeader'>,
  call: Call,
): string | undefined {
  return placeHeader === undefined
    ? undefined
    : (cleanName(call.req.header(placeHeader)) ?? undefined)
}
