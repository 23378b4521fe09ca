import * as counts from '@latchkey/protocol/counts'
import { networkNotFound } from '../../../core/networkNotFound.ts'
import type { Rule } from './reading.ts'

const isText = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= counts.walletLink

/** A text that is not empty. */
export const text = (what: string): Rule => ({ isRight: isText, mend: `Pass ${what}.` })
/** One of some words. */
export const choice = (...names: readonly string[]): Rule => ({
  isRight: (value) => names.includes(value as string),
  mend: `Pass one of: ${names.join(', ')}.`,
})
/** A network that the site names. */
export const networkId: Rule = {
  isRight(value, { context: { networks } }) {
    if (!networks.some((one) => one.networkId === value)) throw networkNotFound(value, networks)
    return true
  },
  mend: '',
}
/** An amount of whole tokens. */
export const amount: Rule = {
  isRight: (value) => typeof value === 'string' && /^\d{1,78}(\.\d{1,78})?$/.test(value),
  mend: 'Pass a decimal string of whole tokens: "1.5".',
}
/** The same parameter, which must not be missing. */
export const needed = (rule: Rule): Rule => ({ ...rule, isNeeded: true })
