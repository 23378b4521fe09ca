import type { RecoveryMethod } from '@latchkey/protocol/walletServer'
import type { Mail } from '../options.ts'
import { sayIn } from '../words/sayIn.ts'
import { mailOf } from './mailOf.ts'
import { factLine, minutes, siteName, whence, type LoginFacts } from './mails.ts'

/** The mail with the code that lets the address of now go. */
export function leaveAddressMail(
  to: string,
  code: string,
  operator: string,
  { newEmail: email, ...facts }: LoginFacts & { newEmail: string },
): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  const lines = [
    say('code', { code }),
    say('leaveText', { email, minutes }),
    ...whence(speech, facts),
    say('never'),
    say('stolen'),
  ] as const
  return mailOf(speech, { to, subject: say('leaveSubject', { code }), operator, lines })
}

/** The mail with the code that proves the new address. */
export function newAddressMail(
  to: string,
  code: string,
  operator: string,
  facts: LoginFacts,
): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  const lines = [
    say('code', { code }),
    say('newText', { site: siteName(facts), minutes }),
    say('never'),
    say('ignore'),
  ] as const
  return mailOf(speech, { to, subject: say('newSubject', { code }), operator, lines })
}

/**
 * The mail to the address that a wallet had. @param options.isWayIn whether that address opened the
 * wallet; otherwise a company has verified it
 */
export function changedMail(
  to: string,
  operator: string,
  { newEmail, isWayIn, ...facts }: LoginFacts & { newEmail: string; isWayIn: boolean },
): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  const lines = [
    say('changedTitle'),
    factLine(speech, say('newAddress'), newEmail),
    ...whence(speech, facts),
    say(isWayIn ? 'changedNow' : 'changedTold'),
    say('changedText'),
  ] as const
  return mailOf(speech, { to, subject: say('changedSubject'), operator, lines })
}

/**
 * The mail after an account was made that the operator's vault recovers: its owner was asked for
 * nothing, and learns here what brings it back. @param hasOthers whether there are other ways
 */
export function madeMail(
  to: string,
  operator: string,
  { hasOthers, ...facts }: LoginFacts & { hasOthers: boolean },
): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  const lines = [
    say('madeTitle'),
    ...whence(speech, facts),
    say('madeText', { operator }),
    ...(hasOthers ? [say('madeMore')] : []),
  ] as const
  return mailOf(speech, { to, subject: say('madeTitle'), operator, lines })
}

/** The mail after a way to recover an account was added, or took the place of one. */
export function recoverySetMail(
  to: string,
  operator: string,
  { method, ...facts }: LoginFacts & { method: RecoveryMethod },
): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  const name = {
    password: say('password'),
    passkey: say('passkey'),
    vault: say('vaultOf', { operator }),
  }[method]
  const lines = [
    say('recoverySetTitle'),
    factLine(speech, say('recoveryNew'), name),
    ...whence(speech, facts),
    say('recoverySetText'),
  ] as const
  return mailOf(speech, { to, subject: say('recoverySetTitle'), operator, lines })
}

/** The mail with the code that deletes an account. */
export function deletionMail(to: string, code: string, operator: string, facts: LoginFacts): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  const lines = [
    say('code', { code }),
    say('deletionText', { minutes }),
    ...whence(speech, facts),
    say('never'),
    say('stolen'),
  ] as const
  return mailOf(speech, { to, subject: say('deletionSubject', { code }), operator, lines })
}

/** The mail after an account was deleted. */
export function deletedMail(to: string, operator: string, facts: LoginFacts): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  return mailOf(speech, {
    to,
    subject: say('deletedTitle'),
    operator,
    lines: [say('deletedTitle'), ...whence(speech, facts), say('deletedText')],
  })
}
