import * as counts from '@latchkey/protocol/counts'
import { networkNotFound } from '../../core/options/networkNotFound.ts'
import type { Rule } from '../../core/kit/openingParser.ts'
import { contextOf } from '../../core/kit/context.ts'

const isText = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= counts.walletLink

/** The rule for a non-empty text. */
export const text = (description: string): Rule => ({
  isValid: isText,
  hint: `Pass ${description}.`,
})
/** The rule for one of several words. */
export const choice = (...names: readonly string[]): Rule => ({
  isValid: (value) => names.includes(value as string),
  hint: `Pass one of: ${names.join(', ')}.`,
})
/** The rule for a network that the site lists. */
export const networkId: Rule = {
  isValid(value, kit) {
    const { networks } = contextOf(kit)
    if (!networks.some((network) => network.networkId === value))
      throw networkNotFound(value, networks)
    return true
  },
  hint: '',
}
/** The rule for an amount of whole tokens. */
export const amount: Rule = {
  isValid: (value) => typeof value === 'string' && /^\d{1,78}(\.\d{1,78})?$/.test(value),
  hint: 'Pass a decimal string of whole tokens: "1.5".',
}
/** Makes a parameter required. */
export const required = (rule: Rule): Rule => ({ ...rule, isRequired: true })
