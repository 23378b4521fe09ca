import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { wait } from '@latchkey/server/waiting'

/** The domain of the bystander's addresses: only their mails are stored. */
const home = '@home.example'
/** Time limit of a mail, in milliseconds. */
const limit = 20_000

/** An address of the bystander. */
export const homeAddress = (name: string): string => name + home
export const isHome = (address: string): boolean => address.endsWith(home)

/** The file with the newest mail to an address: its subject, then its text. */
export const mailFile = (folder: string, address: string): string =>
  join(folder, 'mails', createHash('sha256').update(address).digest('hex'))

/**
 * The code or link in the first matching mail to an address; undefined when no mail comes in time.
 */
async function found(
  folder: string,
  address: string,
  pattern: RegExp,
): Promise<string | undefined> {
  for (const until = performance.now() + limit; performance.now() < until; await wait(5)) {
    const text = pattern.exec(
      await readFile(mailFile(folder, address), 'utf8').catch(() => ''),
    )?.[1]
    if (text === undefined) continue
    await rm(mailFile(folder, address)) // so that the next call waits for a new mail
    return text
  }
  return undefined
}

/** The code of the mail to an address. */
export const codeTo = (folder: string, address: string): Promise<string | undefined> =>
  found(folder, address, /^\D*(\d{6})\D*\n/)
/** The token of the link in the mail to an address. */
export const tokenTo = (folder: string, address: string): Promise<string | undefined> =>
  found(folder, address, /token=([\w-]{43})/)
