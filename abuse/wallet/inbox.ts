import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { wait } from '@latchkey/server/waiting'

/** The domain of the bystander's addresses: only their mails are stored. */
const home = '@home.example'
/** Milliseconds for which a mail is waited for. */
const limit = 20_000

/** An address of the bystander. */
export const homeAddress = (name: string): string => name + home
export const isHome = (address: string): boolean => address.endsWith(home)

/** The file with the subject of the newest mail to an address. */
export const mailFile = (folder: string, address: string): string => join(folder, 'mails', createHash('sha256').update(address).digest('hex'))

/** The code of the mail to an address, once it has come; undefined when none comes in time. */
export async function codeTo(folder: string, address: string): Promise<string | undefined> {
  for (const until = performance.now() + limit; performance.now() < until; await wait(5)) {
    const code = /\d{6}/.exec(await readFile(mailFile(folder, address), 'utf8').catch(() => ''))?.[0]
    if (code === undefined) continue
    await rm(mailFile(folder, address)) // the next one is another mail
    return code
  }
  return undefined
}
