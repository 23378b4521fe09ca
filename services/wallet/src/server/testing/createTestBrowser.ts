import { socialResult } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'

/**
 * The visitor's actions at the company. `person`: a key of `people.ts`. `email`: another
 * account's address.
 */
export type Choice = {
  person?: string
  email?: string
  verified?: boolean
  hide?: boolean
  answer?: 'continue' | 'cancel'
}

/** The message of the page that ends a login. */
const endSchema = v.object({
  origin: v.string(),
  message: v.optional(socialResult),
  resultUri: v.string(),
  cutOff: v.optional(v.string()),
})
/**
 * The wallet's page at which a login at a company ends. `url` and `form`: the parameters that
 * the company sent with the visitor.
 */
export type LoginEnd = {
  status: number
  headers: Headers
  html: string
  end: v.InferOutput<typeof endSchema> | undefined
  url: string
  form: URLSearchParams | undefined
}

const unescape = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")

/** Fills in the form of a company's page, with the choice where the page asks for one. */
function fill(
  html: string,
  { person, email, verified = true, hide = false, answer = 'continue' }: Choice,
): URLSearchParams {
  const form = new URLSearchParams(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, unescape(value)],
    ),
  )
  if (!html.includes('name="answer"')) return form
  if (person !== undefined) form.set('person', person)
  if (email !== undefined) form.set('email', email)
  if (verified) form.set('verified', 'on')
  if (hide) form.set('hide', 'on')
  form.set('answer', answer)
  return form
}

async function readEnd(
  response: Response,
  url: string,
  form: URLSearchParams | undefined,
): Promise<LoginEnd> {
  const html = await response.text()
  const data = /<script type="application\/json" id="end">(.*?)<\/script>/.exec(html)?.[1]
  return {
    status: response.status,
    headers: response.headers,
    html,
    end: data === undefined ? undefined : v.parse(endSchema, JSON.parse(data)),
    url,
    form,
  }
}

/**
 * A browser that stores cookies, follows redirects, and fills in the companies' forms. It runs
 * no scripts.
 */
export function createTestBrowser() {
  const cookies = new Map<string, string>()

  async function load(url: string, form?: URLSearchParams, from?: string): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const isForeign = from !== undefined && new URL(from).origin !== new URL(url).origin
    const headers = {
      cookie,
      ...(form &&
        from !== undefined && {
          origin: new URL(from).origin,
          'sec-fetch-site': isForeign ? 'cross-site' : 'same-origin',
        }),
    }
    const response = await fetch(url, {
      redirect: 'manual',
      headers,
      ...(form && { method: 'POST', body: form }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /**
   * Goes to the company, chooses, and returns. With `stopsBefore`, the wallet's address to which
   * the company sends the visitor is not opened.
   */
  async function visit(uri: string, choice: Choice = {}, stopsBefore = false): Promise<LoginEnd> {
    let [url, form, from]: [string, URLSearchParams | undefined, string | undefined] = [
      uri,
      undefined,
      undefined,
    ]
    for (let step = 0; step < 20; step++) {
      const isBack = new URL(url).pathname.startsWith('/social/callback/')
      if (isBack && stopsBefore)
        return { status: 0, headers: new Headers(), html: '', end: undefined, url, form }
      const response: Response = await load(url, form, from)
      if (isBack) return readEnd(response, url, form)
      from = url
      const to = response.headers.get('location')
      if (to !== null) {
        ;[url, form] = [new URL(to, url).href, undefined]
        continue
      }
      const html = await response.text()
      const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1]
      if (action === undefined) throw new Error(`No form: ${response.status} ${html.slice(0, 200)}`)
      form = fill(html, choice)
      url = new URL(unescape(action), url).href
    }
    throw new Error('Too many steps')
  }

  /** Opens an address of the wallet again. */
  const again = async ({ url, form }: LoginEnd) =>
    readEnd(await load(url, form, 'https://elsewhere.example/'), url, form)
  return { visit, again }
}
