import type { Mail } from '../options.ts'
import { timeText } from '../pages/timeText.ts'
import { mailOf, minutes, never, siteName, type LoginFacts } from './mails.ts'

/** The mail with the code that lets the address of now go. */
export function leaveAddressMail(to: string, code: string, operator: string, { newEmail, ...facts }: LoginFacts & { newEmail: string }): Mail {
  return mailOf(to, `Your code to change your address is ${code}`, operator, [
    `Your code is ${code}`,
    `It is to change the e-mail address of your wallet to ${newEmail}, and is valid for ${minutes} minutes.`,
    ...whence(facts),
    never,
    'If you did not ask for it, somebody uses your wallet on that browser: remove the device in the settings of your wallet, and give this code to nobody.',
  ])
}

/** The mail with the code that proves the new address. */
export function newAddressMail(to: string, code: string, operator: string, facts: LoginFacts): Mail {
  return mailOf(to, `Your code for a new address is ${code}`, operator, [
    `Your code is ${code}`,
    `It is to make this the e-mail address of a wallet at ${siteName(facts)}, and is valid for ${minutes} minutes.`,
    never,
    'If you did not ask for it, ignore this mail.',
  ])
}

/** The mail to the address that a wallet had. @param options.isWayIn whether that address opened the wallet; otherwise a company has verified it */
export function changedMail(to: string, operator: string, { newEmail, isWayIn, ...facts }: LoginFacts & { newEmail: string; isWayIn: boolean }): Mail {
  return mailOf(to, 'The address of your wallet was changed', operator, [
    'The e-mail address of your wallet was changed',
    `New address: ${newEmail}`,
    ...whence(facts),
    isWayIn ? 'From now on this address does not open the wallet any more.' : 'From now on the new address opens the wallet too, and what concerns the wallet is mailed there.',
    'If this is not you, move what your wallet holds to another wallet at once, on a browser on which it is still open.',
  ])
}

/** The mail with the code that deletes an account. */
export function deletionMail(to: string, code: string, operator: string, facts: LoginFacts): Mail {
  return mailOf(to, `Your code to delete your wallet is ${code}`, operator, [
    `Your code is ${code}`,
    `It is to delete your wallet here for ever, and is valid for ${minutes} minutes.`,
    ...whence(facts),
    never,
    'If you did not ask for it, somebody uses your wallet on that browser: remove the device in the settings of your wallet, and give this code to nobody.',
  ])
}

/** The mail after an account was deleted. */
export function deletedMail(to: string, operator: string, facts: LoginFacts): Mail {
  return mailOf(to, 'Your wallet was deleted', operator, [
    'Your wallet was deleted',
    ...whence(facts),
    'Nothing of it is stored here any more. Your recovery phrase, if you saved it, still opens your accounts in every other wallet.',
  ])
}

const whence = (facts: LoginFacts) => [`Site: ${siteName(facts)}`, `Browser: ${facts.browser}`, `Time: ${timeText(facts.at)}`]
