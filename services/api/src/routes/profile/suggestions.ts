import { profileSuggestions as endpoint } from '@latchkey/protocol/profile'
import { ApiError } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { checkLabel } from '../../names/checkLabel.ts'
import { characters, checkName } from '../../names/checkName.ts'
import { suggestWords } from '../../names/suggestWords.ts'
import type { Service } from '../../service.ts'

/**
 * Minimum of characters that the visitor has to type. Source: docs/contracts/api.md#name-records
 */
const minLength = 3
/**
 * Maximum of words that are suggested in addition to the typed name. Source:
 * docs/contracts/api.md#name-records
 */
const max = 4

/**
 * Makes the endpoint of suggestions for a typed name: first the typed name itself, registered or
 * not, and then words that are free. Source: docs/contracts/api.md#name-records
 */
export function profileSuggestions(service: Service): Route {
  const { register } = service
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const zone = query.zone ?? register.zones[0] ?? ''
      if (query.name.length < minLength || !characters.test(query.name))
        throw new ApiError(
          400,
          'name',
          `Expected at least ${minLength} small letters, digits and hyphens`,
        )
      // the visitor may have typed the zone, too
      const suffix = register.zones.find((zone) => query.name.endsWith(`.${zone}`))
      const typed = suffix === undefined ? query.name : query.name.slice(0, -suffix.length - 1)
      checkName(`${typed}.${zone}`, register.zones)
      checkLabel(typed)
      const words = suggestWords(typed)
        .filter((word) => word.length >= register.minLength)
        .map((word) => `${word}.${zone}`)
      const taken = await register.taken([`${typed}.${zone}`, ...words])
      const free = words.filter((name) => !taken.has(name)).slice(0, max)
      // a name that is too short cannot be registered, so it is not suggested
      const isPossible = typed.length >= register.minLength || taken.has(`${typed}.${zone}`)
      const suggestions = [...(isPossible ? [`${typed}.${zone}`] : []), ...free].map((name) => ({
        name,
        registered: taken.has(name),
      }))
      return answerJson(call, { suggestions }, { 'cache-control': 'no-cache' })
    },
  }
}
