import { profileSuggestions as endpoint } from '@latchkey/protocol/profile'
import { ApiError } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { checkLabel } from '../../names/checkLabel.ts'
import { characters, checkName } from '../../names/checkName.ts'
import { suggestWords } from '../../names/suggestWords.ts'
import type { Service } from '../../service.ts'

/** Characters that have to be typed. Source: blockchain API contract, section 8 */
const minLength = 3
/** Words after the typed name. Source: blockchain API contract, section 8 */
const max = 4

/**
 * Names that begin as a visitor has typed: first the typed name, registered or not, then free
 * words. Source: blockchain API contract, section 8.
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
      // a visitor may type it, too
      const suffix = register.zones.find((one) => query.name.endsWith(`.${one}`))
      const typed = suffix === undefined ? query.name : query.name.slice(0, -suffix.length - 1)
      checkName(`${typed}.${zone}`, register.zones)
      checkLabel(typed)
      const words = suggestWords(typed)
        .filter((word) => word.length >= register.minLength)
        .map((word) => `${word}.${zone}`)
      const taken = await register.taken([`${typed}.${zone}`, ...words])
      const free = words.filter((name) => !taken.has(name)).slice(0, max)
      // a shorter one is no suggestion: nobody can register it
      const isPossible = typed.length >= register.minLength || taken.has(`${typed}.${zone}`)
      const suggestions = [...(isPossible ? [`${typed}.${zone}`] : []), ...free].map((name) => ({
        name,
        registered: taken.has(name),
      }))
      return answerJson(call, { suggestions }, { 'cache-control': 'no-cache' })
    },
  }
}
