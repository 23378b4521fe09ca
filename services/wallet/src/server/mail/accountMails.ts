import type { RecoveryMethod } from '@latchkey/protocol/walletServer'
import type { Mail } from '../options.ts'
import { createTranslator } from '../words/createTranslator.ts'
import { mailOf } from './mailOf.ts'
import { factLine, minutes, siteName, loginLines, type LoginFacts } from './mails.ts'

/** The mail with the code that confirms a change of the address, to the current address. */
export function leaveAddressMail(
  to: string,
  code: string,
  operator: string,
  { newEmail: email, ...facts }: LoginFacts & { newEmail: string },
): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  const lines = [
    translate('code', { code }),
    translate('leaveText', { email, minutes }),
    ...loginLines(translator, facts),
    translate('never'),
    translate('stolen'),
  ] as const
  return mailOf(translator, { to, subject: translate('leaveSubject', { code }), operator, lines })
}

/** The mail with the code that proves the new address. */
export function newAddressMail(
  to: string,
  code: string,
  operator: string,
  facts: LoginFacts,
): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  const lines = [
    translate('code', { code }),
    translate('newText', { site: siteName(facts), minutes }),
    translate('never'),
    translate('ignore'),
  ] as const
  return mailOf(translator, { to, subject: translate('newSubject', { code }), operator, lines })
}

/**
 * The mail to the old address after the address was changed.
 * @param options.isLoginMethod whether the old address opened the wallet; otherwise a company has
 *   verified it
 */
export function changedMail(
  to: string,
  operator: string,
  {
    newEmail,
    isLoginMethod: isWayIn,
    ...facts
  }: LoginFacts & { newEmail: string; isLoginMethod: boolean },
): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  const lines = [
    translate('changedTitle'),
    factLine(translator, translate('newAddress'), newEmail),
    ...loginLines(translator, facts),
    translate(isWayIn ? 'changedNow' : 'changedTold'),
    translate('changedText'),
  ] as const
  return mailOf(translator, { to, subject: translate('changedSubject'), operator, lines })
}

/**
 * The mail after the creation of an account that the operator's vault recovers. Its owner was not
 * asked about recovery, so the mail says what recovers the account.
 * @param hasOthers whether there are other methods
 */
export function madeMail(
  to: string,
  operator: string,
  { hasOthers, ...facts }: LoginFacts & { hasOthers: boolean },
): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  const lines = [
    translate('madeTitle'),
    ...loginLines(translator, facts),
    translate('madeText', { operator }),
    ...(hasOthers ? [translate('madeMore')] : []),
  ] as const
  return mailOf(translator, { to, subject: translate('madeTitle'), operator, lines })
}

/** The mail after a method of recovery was added or replaced. */
export function recoverySetMail(
  to: string,
  operator: string,
  { method, ...facts }: LoginFacts & { method: RecoveryMethod },
): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  const name = {
    password: translate('password'),
    passkey: translate('passkey'),
    vault: translate('vaultOf', { operator }),
  }[method]
  const lines = [
    translate('recoverySetTitle'),
    factLine(translator, translate('recoveryNew'), name),
    ...loginLines(translator, facts),
    translate('recoverySetText'),
  ] as const
  return mailOf(translator, { to, subject: translate('recoverySetTitle'), operator, lines })
}

/** The mail with the code that deletes an account. */
export function deletionMail(to: string, code: string, operator: string, facts: LoginFacts): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  const lines = [
    translate('code', { code }),
    translate('deletionText', { minutes }),
    ...loginLines(translator, facts),
    translate('never'),
    translate('stolen'),
  ] as const
  return mailOf(translator, {
    to,
    subject: translate('deletionSubject', { code }),
    operator,
    lines,
  })
}

/** The mail after an account was deleted. */
export function deletedMail(to: string, operator: string, facts: LoginFacts): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  return mailOf(translator, {
    to,
    subject: translate('deletedTitle'),
    operator,
    lines: [translate('deletedTitle'), ...loginLines(translator, facts), translate('deletedText')],
  })
}
