import { account } from './account/index.ts'
import { contacts } from './contacts/index.ts'
import { email } from './email/index.ts'
import { help } from './help/index.ts'
import { names } from './names/index.ts'
import { networks } from './networks/index.ts'
import { onramp } from './onramp/index.ts'
import { permissions } from './permissions/index.ts'
import { profile } from './profile/index.ts'
import { receive } from './receive/index.ts'
import { send } from './send/index.ts'
import { siwx } from './siwx/index.ts'
import { social } from './social/index.ts'
import { swap } from './swap/index.ts'

/** The features whose manifests are loaded after the first screen, in one request. */
export const later = [
  email,
  social,
  networks,
  siwx,
  help,
  profile,
  account,
  onramp,
  send,
  swap,
  receive,
  contacts,
  names,
  permissions,
] as const
