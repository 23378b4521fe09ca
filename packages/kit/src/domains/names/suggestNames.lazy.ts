import { profileSuggestions } from '@latchkey/protocol/profile'
import { callApi } from '../../core/http/callApi.ts'
import { kitError } from '../../core/errors/errors.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { nameZone } from './nameZone.ts'
import { readLabel } from './readLabel.ts'
import { contextOf } from '../../core/kit/context.ts'

/** A name that the service suggests, and its label, which is the part before the zone. */
export type NameSuggestion = { name: string; label: string; isTaken: boolean }

/** The maximum number of suggestions that are read. */
const maxSuggestions = 5

/**
 * The typed name itself and similar names. Names that can't be registered are left out. Empty
 * without an API.
 * @throws KitError nameSuggestionsFailed, with the service's reason as `details`; requestAborted
 */
export async function suggestNames(
  kit: Kit,
  { label: text, signal }: { label: string; signal?: AbortSignal },
): Promise<readonly NameSuggestion[]> {
  const { api, options } = contextOf(kit)
  const zone = nameZone(options)
  const { label: name } = readLabel(text, zone)
  if (!api) return []
  const { suggestions } = await callApi(api, profileSuggestions, {
    query: { name, zone },
    retries: 1,
    signal,
  }).catch((cause: unknown) => {
    if (KitError.is(cause, 'requestAborted')) throw cause
    const { details, status } = KitError.is(cause) ? cause : {}
    throw kitError('nameSuggestionsFailed', { cause, details, status })
  })
  return suggestions.slice(0, maxSuggestions).flatMap((suggestion) => {
    const read = readLabel(suggestion.name, zone)
    return read.status === 'label' && read.name === suggestion.name
      ? [{ name: suggestion.name, label: read.label, isTaken: suggestion.registered }]
      : []
  })
}
