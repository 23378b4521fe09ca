import { account } from './account/index.ts'
import type { AccountViews } from './account/index.ts'
import { connect } from './connect/index.ts'
import type { ConnectViews } from './connect/index.ts'
import { connecting } from './connecting/index.ts'
import type { ConnectingViews } from './connecting/index.ts'
import { help } from './help/index.ts'
import type { HelpViews } from './help/index.ts'
import { networks } from './networks/index.ts'
import type { NetworkViews } from './networks/index.ts'
import { profile } from './profile/index.ts'
import type { ProfileViews } from './profile/index.ts'

/** Every screen of the modal with the parameters it takes. */
export type Views = ConnectViews & ConnectingViews & AccountViews & NetworkViews & HelpViews & ProfileViews

/** Every screen of the modal, from all features. */
export const views = { ...connect.views, ...connecting.views, ...account.views, ...networks.views, ...help.views, ...profile.views }
