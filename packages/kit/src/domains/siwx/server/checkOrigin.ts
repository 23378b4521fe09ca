import { SiwxError } from './SiwxError.ts'

/**
 * Refuses a request that changes state if it does not come from a page of the site. Browsers send
 * `Origin` with every request that changes state, and `Sec-Fetch-Site` with every request. Other
 * clients must send `Origin`. Fetch Standard, 3.2
 * @throws SiwxError `originRefused`
 */
export function checkOrigin(headers: Headers, origin: string): void {
  const from = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (
    from === null
      ? site !== 'same-origin'
      : from !== origin || (site !== null && site !== 'same-origin')
  )
    throw new SiwxError('originRefused')
}
