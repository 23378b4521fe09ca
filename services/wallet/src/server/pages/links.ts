import { and, eq, gt } from 'drizzle-orm'
import { attempts, devices, vaultRequests } from '../db/schema.ts'
import type { Call, Route } from '../http/env.ts'
import { readBytes } from '../http/readBody.ts'
import { hashOf } from '../keys/createKeyring.ts'
import { endStrangers } from '../logins/endStrangers.ts'
import { lockLogin, lockUsers } from '../logins/locks.ts'
import { projectName } from '../logins/siteOf.ts'
import { siteName, type LoginFacts } from '../mail/mails.ts'
import { ownerLocale } from '../logins/ownerLocale.ts'
import type { Service } from '../service.ts'
import { browserLocale } from '@latchkey/words/createSpeech'
import { sayIn, type Speech } from '../words/sayIn.ts'
import { companyName } from '../socials/companies.ts'
import { providerOf } from '../socials/identities.ts'
import { openAccount, tellJoined } from '../socials/joins.ts'
import { documentHeaders, documentOf, type PageButton, type PageContent } from './document.ts'
import { timeText } from './timeText.ts'

/** Bytes of a form. */
const formBytes = 1_024

/**
 * The pages behind the links in mails. A GET shows, and only the button's POST acts: programs that
 * scan mails follow links.
 */
export function links(service: Service): Route[] {
  const {
    options: { operator },
  } = service
  const page = (
    call: Call,
    speech: Speech,
    content: Omit<PageContent, 'operator'>,
    status: 200 | 404 = 200,
  ) => call.body(documentOf(speech, { ...content, operator }), status, documentHeaders)
  const gone = (call: Call) => {
    const speech = sayIn(browserLocale(call.req.header('accept-language')))
    return page(
      call,
      speech,
      { title: speech.say('linkOver'), lines: [speech.say('linkOverText')] },
      404,
    )
  }
  const button = ({ say }: Speech, token: string, what: 'approve' | 'refuse'): PageButton => ({
    text: say(what),
    path: `/${what}`,
    token,
    isMain: what === 'approve',
  })
  const told = (call: Call, facts: LoginFacts, what: 'approved' | 'refused') => {
    const speech = sayIn(facts.locale)
    return page(call, speech, {
      title: speech.say(what),
      lines: [speech.say(`${what}Text`)],
      facts: rowsOf(speech, facts),
    })
  }

  return [
    {
      method: 'GET',
      path: '/approve',
      async answer(call) {
        const token = tokenIn(call.req.query('token'))
        const found = token && (await findAttempt(service, token))
        if (!token || !found) return gone(call)
        const speech = sayIn(found.facts.locale)
        return page(call, speech, {
          title: speech.say('askTitle'),
          lines: [speech.say('askText')],
          facts: rowsOf(speech, found.facts),
          buttons: [button(speech, token, 'approve'), button(speech, token, 'refuse')],
        })
      },
    },
    {
      method: 'POST',
      path: '/approve',
      async answer(call) {
        const facts = await approve(service, await postedToken(call))
        return facts ? told(call, facts, 'approved') : gone(call)
      },
    },
    {
      method: 'GET',
      path: '/refuse',
      async answer(call) {
        const token = tokenIn(call.req.query('token'))
        const found =
          token && ((await findAttempt(service, token)) ?? (await findRequest(service, token)))
        if (!token || !found) return gone(call)
        const speech = sayIn(found.facts.locale)
        return page(call, speech, {
          title: speech.say('refuseTitle'),
          lines: [speech.say('refuseText')],
          facts: rowsOf(speech, found.facts),
          buttons: [button(speech, token, 'refuse')],
        })
      },
    },
    {
      method: 'POST',
      path: '/refuse',
      async answer(call) {
        const token = await postedToken(call)
        const facts = (await refuseLogin(service, token)) ?? (await refuseVault(service, token))
        return facts ? told(call, facts, 'refused') : gone(call)
      },
    },
  ]
}

const rowsOf = (speech: Speech, { browser, at, company, ...site }: LoginFacts) => {
  const { say } = speech
  return [
    [say('site'), siteName(site)],
    ...(company === undefined ? [] : [[say('with'), company] as const]),
    [say('browser'), browser],
    [say('time'), timeText(at, speech)],
  ] as const
}

const tokenIn = (text: string | undefined) => (/^[\w-]{43}$/.test(text ?? '') ? text : undefined)

async function postedToken(call: Call): Promise<string> {
  const form = new URLSearchParams((await readBytes(call, formBytes)).toString())
  return tokenIn(form.get('token') ?? undefined) ?? ''
}

const openLink = (service: Service, token: string) =>
  and(
    eq(attempts.linkHash, hashOf(token)),
    eq(attempts.status, 'link'),
    gt(attempts.expiresAt, service.now()),
  )

async function findAttempt(service: Service, token: string) {
  const [attempt] = await service.queries().select().from(attempts).where(openLink(service, token))
  return attempt && { facts: await factsOf(service, attempt) }
}

async function factsOf(
  { options, queries, keyring }: Service,
  { origin, projectId, browser, locale, createdAt, identityId }: typeof attempts.$inferSelect,
): Promise<LoginFacts> {
  const provider = await providerOf(queries(), keyring, identityId)
  return {
    origin,
    project: projectName(options, projectId),
    browser,
    at: createdAt,
    locale,
    company: provider && companyName(provider),
  }
}

async function approve(service: Service, token: string): Promise<LoginFacts | undefined> {
  const approved = await service.queries().transaction(async (work) => {
    const [waiting] = await work.select().from(attempts).where(openLink(service, token))
    if (!waiting?.userId) return undefined
    await lockLogin(work, service.keyring, {
      device: waiting.device,
      find: async () => [waiting.userId ?? undefined],
    })
    const [attempt] = await work
      .select()
      .from(attempts)
      .where(openLink(service, token))
      .for('update')
    if (!attempt?.userId) return undefined
    return {
      attempt,
      joined: await openAccount(work, service, attempt, attempt.userId, service.now()),
    }
  })
  if (!approved) return undefined
  const { attempt, joined } = approved
  tellJoined(service, joined)
  service.metrics.events({ event: 'device approved' }).add()
  service.approvals.wake(attempt.device)
  return factsOf(service, attempt)
}

async function refuseLogin(service: Service, token: string): Promise<LoginFacts | undefined> {
  const [attempt] = await service
    .queries()
    .update(attempts)
    .set({ status: 'refused' })
    .where(openLink(service, token))
    .returning()
  if (!attempt) return undefined
  service.metrics.events({ event: 'device refused' }).add()
  service.approvals.wake(attempt.device)
  return factsOf(service, attempt)
}

const openRequest = (service: Service, token: string) =>
  and(eq(vaultRequests.refuseHash, hashOf(token)), gt(vaultRequests.expiresAt, service.now()))

async function findRequest(service: Service, token: string) {
  const [row] = await service
    .queries()
    .select({
      deviceId: devices.id,
      userId: devices.userId,
      origin: devices.origin,
      browser: devices.browser,
      locale: devices.locale,
      at: devices.createdAt,
    })
    .from(vaultRequests)
    .innerJoin(devices, eq(devices.id, vaultRequests.deviceId))
    .where(openRequest(service, token))
  return (
    row && {
      device: { userId: row.userId, deviceId: row.deviceId },
      facts: {
        origin: row.origin,
        project: undefined,
        browser: row.browser,
        at: row.at,
        locale: await ownerLocale(service.queries(), row),
      },
    }
  )
}

/**
 * Who refuses a recovery knows none of the devices that have only the mail: all of them are signed
 * out for good, and what they have begun ends.
 */
async function refuseVault(service: Service, token: string): Promise<LoginFacts | undefined> {
  const found = await findRequest(service, token)
  if (!found) return undefined
  const ended = await service.queries().transaction(async (work) => {
    await lockUsers(work, [found.device.userId])
    const [request] = await work
      .select({ deviceId: vaultRequests.deviceId })
      .from(vaultRequests)
      .where(openRequest(service, token))
    return request && endStrangers(work, service.keyring, { ...found.device, now: service.now() })
  })
  if (!ended) return undefined
  service.metrics.events({ event: 'vault refused' }).add()
  ended.forEach(service.approvals.wake)
  return found.facts
}
