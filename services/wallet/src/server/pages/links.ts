import { and, eq, gt } from 'drizzle-orm'
import { attempts, devices, vaultRequests } from '../db/schema.ts'
import type { Call, Route } from '../http/env.ts'
import { readBytes } from '../http/readBody.ts'
import { hashOf } from '../keys/createKeyring.ts'
import { endOtherDevices } from '../logins/endOtherDevices.ts'
import { lockLogin, lockUsers } from '../logins/locks.ts'
import { projectName } from '../logins/siteOf.ts'
import { siteName, type LoginFacts } from '../mail/mails.ts'
import { ownerLocale } from '../logins/ownerLocale.ts'
import type { Service } from '../service.ts'
import { browserLocale } from '@latchkey/words/createTranslators'
import { createTranslator, type Translator } from '../words/createTranslator.ts'
import { companyName } from '../socials/companies.ts'
import { providerOf } from '../socials/identities.ts'
import { openAccount, notifyJoined } from '../socials/joins.ts'
import { documentHeaders, documentOf, type PageButton, type PageContent } from './document.ts'
import { timeText } from './timeText.ts'

/** Maximum length of a form in bytes. */
const formBytes = 1_024

/**
 * The pages behind the links in mails. A GET only shows a page, and the button's POST acts,
 * because programs that scan mails follow links.
 */
export function links(service: Service): Route[] {
  const pages = createPages(service.options.operator)
  return [...approveRoutes(service, pages), ...refuseRoutes(service, pages)]
}

type Pages = ReturnType<typeof createPages>

function createPages(operator: string) {
  const page = (
    call: Call,
    translator: Translator,
    content: Omit<PageContent, 'operator'>,
    status: 200 | 404 = 200,
  ) => call.body(documentOf(translator, { ...content, operator }), status, documentHeaders)
  return {
    expired(call: Call) {
      const translator = createTranslator(browserLocale(call.req.header('accept-language')))
      const { translate } = translator
      return page(
        call,
        translator,
        { title: translate('linkOver'), lines: [translate('linkOverText')] },
        404,
      )
    },
    /** Makes a page that asks for the press of a button. */
    question(
      call: Call,
      facts: LoginFacts,
      texts: { title: 'askTitle' | 'refuseTitle'; text: 'askText' | 'refuseText' },
      buttons: { token: string; actions: readonly ('approve' | 'refuse')[] },
    ) {
      const translator = createTranslator(facts.locale)
      return page(call, translator, {
        title: translator.translate(texts.title),
        lines: [translator.translate(texts.text)],
        facts: rowsOf(translator, facts),
        buttons: buttons.actions.map((action) => buttonOf(translator, buttons.token, action)),
      })
    },
    result(call: Call, facts: LoginFacts, action: 'approved' | 'refused') {
      const translator = createTranslator(facts.locale)
      return page(call, translator, {
        title: translator.translate(action),
        lines: [translator.translate(`${action}Text`)],
        facts: rowsOf(translator, facts),
      })
    },
  }
}

const buttonOf = (
  { translate }: Translator,
  token: string,
  action: 'approve' | 'refuse',
): PageButton => ({
  text: translate(action),
  path: `/${action}`,
  token,
  isMain: action === 'approve',
})

const approveRoutes = (service: Service, pages: Pages): Route[] => [
  {
    method: 'GET',
    path: '/approve',
    async answer(call) {
      const token = tokenIn(call.req.query('token'))
      const attempt = token && (await findAttempt(service, token))
      if (!token || !attempt) return pages.expired(call)
      const texts = { title: 'askTitle', text: 'askText' } as const
      return pages.question(call, attempt.facts, texts, { token, actions: ['approve', 'refuse'] })
    },
  },
  {
    method: 'POST',
    path: '/approve',
    async answer(call) {
      const facts = await approve(service, await postedToken(call))
      return facts ? pages.result(call, facts, 'approved') : pages.expired(call)
    },
  },
]

const refuseRoutes = (service: Service, pages: Pages): Route[] => [
  {
    method: 'GET',
    path: '/refuse',
    async answer(call) {
      const token = tokenIn(call.req.query('token'))
      const attempt =
        token && ((await findAttempt(service, token)) ?? (await findRequest(service, token)))
      if (!token || !attempt) return pages.expired(call)
      const texts = { title: 'refuseTitle', text: 'refuseText' } as const
      return pages.question(call, attempt.facts, texts, { token, actions: ['refuse'] })
    },
  },
  {
    method: 'POST',
    path: '/refuse',
    async answer(call) {
      const token = await postedToken(call)
      const facts = (await refuseLogin(service, token)) ?? (await refuseVault(service, token))
      return facts ? pages.result(call, facts, 'refused') : pages.expired(call)
    },
  },
]

const rowsOf = (translator: Translator, { browser, at, company, ...site }: LoginFacts) => {
  const { translate } = translator
  return [
    [translate('site'), siteName(site)],
    ...(company === undefined ? [] : [[translate('with'), company] as const]),
    [translate('browser'), browser],
    [translate('time'), timeText(at, translator)],
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
  const approved = await service.queries().transaction(async (tx) => {
    const [waiting] = await tx.select().from(attempts).where(openLink(service, token))
    if (!waiting?.userId) return undefined
    await lockLogin(tx, service.keyring, {
      device: waiting.device,
      find: async () => [waiting.userId ?? undefined],
    })
    const [attempt] = await tx.select().from(attempts).where(openLink(service, token)).for('update')
    if (!attempt?.userId) return undefined
    return {
      attempt,
      joined: await openAccount(tx, service, attempt, attempt.userId, service.now()),
    }
  })
  if (!approved) return undefined
  const { attempt, joined } = approved
  notifyJoined(service, joined)
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
 * Refuses a recovery for the owner. The owner may know none of the devices that logged in by
 * mail alone. So it signs all of them out permanently, and ends everything that they have begun.
 */
async function refuseVault(service: Service, token: string): Promise<LoginFacts | undefined> {
  const attempt = await findRequest(service, token)
  if (!attempt) return undefined
  const ended = await service.queries().transaction(async (tx) => {
    await lockUsers(tx, [attempt.device.userId])
    const [request] = await tx
      .select({ deviceId: vaultRequests.deviceId })
      .from(vaultRequests)
      .where(openRequest(service, token))
    return (
      request && endOtherDevices(tx, service.keyring, { ...attempt.device, now: service.now() })
    )
  })
  if (!ended) return undefined
  service.metrics.events({ event: 'vault refused' }).add()
  ended.forEach(service.approvals.wake)
  return attempt.facts
}
