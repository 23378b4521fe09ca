import * as counts from '@latchkey/protocol/counts'
import { networkNotFound } from '../../core/options/networkNotFound.ts'
import type { Rule } from '../../core/kit/openingParser.ts'
import { contextOf } from '../../core/kit/context.ts'

const isText = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= counts.walletLink

/** A non-empty text. */
export const text = (description: string): Rule => ({
  isValid: isText,
  hint: `Pass ${description}.`,
})
/** One of several words. */
export const choice = (...names: readonly string[]): Rule => ({
  isValid: (value) => names.includes(value as string),
  hint: `Pass one of: ${names.join(', ')}.`,
})
/** A network of the site. */
export const networkId: Rule = {
  isValid(value, kit) {
    const { networks } = contextOf(kit)
    if (!networks.some((network) => network.networkId === value))
      throw networkNotFound(value, networks)
    return true
  },
  hint: '',
}
/** An amount of whole tokens. */
export const amount: Rule = {
  isValid: (value) => typeof value === 'string' && /^\d{1,78}(\.\d{1,78})?$/.test(value),
  hint: 'Pass a decimal string of whole tokens: "1.5".',
}
/** The same parameter, as a required one. */
export const required = (rule: Rule): Rule => ({ ...rule, isRequired: true })
