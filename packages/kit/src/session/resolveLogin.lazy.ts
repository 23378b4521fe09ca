import type { Connector } from '../core/contracts/connectorSource.ts'
import { kitError } from '../core/errors/errors.ts'
import { isEmail } from '../core/text/isEmail.ts'
import type { ConnectParameters, Kit } from '../core/kit/kit.ts'
import type { Login } from '../core/contracts/login.ts'
import { socials } from '../core/contracts/socials.ts'
import { connectorOf } from './connectors.ts'

/**
 * Finds the connector for a login, before any request: the named connector, or else the first one
 * that supports the login. The texts of its errors contain no e-mail address.
 * @throws KitError optionInvalid for an invalid login, connectorNotFound, addressOrConnectorMissing
 *   where no connector supports the login
 */
export function resolveLogin(
  kit: Kit,
  parameters: ConnectParameters,
  login: Login,
): ConnectParameters {
  const { connectorId, namespace } = parameters
  checkLogin(login)
  if (connectorId) connectorOf(kit, connectorId, namespace)
  const isChosen = (connector: Connector) =>
    (!connectorId || connector.id === connectorId) &&
    (!namespace || connector.namespace === namespace)
  const connector = kit
    .getState()
    .connectors.find((connector) => isChosen(connector) && supportsLogin(connector, login))
  if (!connector) throw kitError('addressOrConnectorMissing')
  return { ...parameters, connectorId: connector.id, namespace: connector.namespace }
}

/** Checks a login, because a page without TypeScript may pass anything. */
function checkLogin(login: Login): void {
  const { email, social, mode } = { email: undefined, social: undefined, mode: undefined, ...login }
  if (email !== undefined && social !== undefined)
    throw invalid('login', 'has two ways in', 'Pass { email } or { social }.')
  if (social !== undefined && !socials.includes(social))
    throw invalid('login.social', 'is unknown', `Pass one of: ${socials.join(', ')}.`)
  if (mode !== undefined && !['window', 'redirect'].includes(mode))
    throw invalid('login.mode', 'is unknown', "Pass 'window' or 'redirect'.")
  if (social === undefined && !(typeof email === 'string' && isEmail(email)))
    throw invalid('login.email', 'is not an e-mail address', 'Pass one like name@example.org.')
}

const invalid = (option: string, problem: string, advice: string) =>
  kitError('optionInvalid', { option, problem, mend: advice })

function supportsLogin({ type, logins }: Connector, login: Login): boolean {
  if (type !== 'auth' || !logins) return false
  return 'email' in login
    ? logins.email
    : logins.areSocialsPending === true || logins.socials.includes(login.social)
}
