import { test } from '../fixtures/test.ts'
import { logInAndReload } from '../support/companyLogin.ts'

// the browser logs each message without a receiver
test.use({ allowConsole: [/postMessage/] })

test('a login with Google gives an account, and the same account after a reload', ({
  page,
  mailed,
}) => logInAndReload(page, mailed, 'Google'))
