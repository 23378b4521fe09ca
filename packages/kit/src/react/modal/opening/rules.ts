import * as counts from '@latchkey/protocol/counts'
import { networkNotFound } from '../../../core/networkNotFound.ts'
import type { Rule } from './openingParser.ts'

const isText = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= counts.walletLink

/** A text that is not empty. */
export const text = (description: string): Rule => ({
  isValid: isText,
  hint: `Pass ${description}.`,
})
/** One of some words. */
export const choice = (...names: readonly string[]): Rule => ({
  isValid: (value) => names.includes(value as string),
  hint: `Pass one of: ${names.join(', ')}.`,
})
/** A network that the site names. */
export const networkId: Rule = {
  isValid(value, { context: { networks } }) {
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
/** The same parameter, which must not be missing. */
export const required = (rule: Rule): Rule => ({ ...rule, isRequired: true })
