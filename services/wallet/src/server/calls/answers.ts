import { answerAddSplit, answerCreateAccount } from './account.ts'
import type { Endpoint } from './defineEndpoint.ts'
import { answerListAudit, answerNoteExport } from './audit.ts'
import { answerCheckOtp } from './checkOtp.ts'
import { answerStartFarcaster, answerWaitForFarcaster } from './farcaster.ts'
import { answerJoinLogin } from './answerJoin.ts'
import { answerFinishSocial } from './finishSocial.ts'
import { answerConfirmDeletion, answerStartDeletion } from './deletion.ts'
import { answerListDevices, answerRemoveDevice } from './devices.ts'
import {
  answerCheckPrimaryOtp,
  answerCheckSecondaryOtp,
  answerStartEmailChange,
} from './emailChange.ts'
import { answerEndGrant, answerListGrants, answerPutGrant } from './grants.ts'
import { answerGetShare } from './getShare.ts'
import { answerGetPrice } from './prices.ts'
import { answerAskVault, answerListRecovery, answerRecover } from './recovery.ts'
import { answerEndSession, answerGetSession } from './session.ts'
import { answerStartEmail } from './startEmail.ts'
import { answerStartSocial } from './startSocial.ts'
import { answerWaitForDevice } from './waitForDevice.ts'

/** The endpoints of all calls of the frame. */
export const answers: readonly Endpoint[] = [
  answerStartEmail,
  answerCheckOtp,
  answerWaitForDevice,
  answerGetSession,
  answerEndSession,
  answerCreateAccount,
  answerAddSplit,
  answerGetShare,
  answerListRecovery,
  answerAskVault,
  answerRecover,
  answerListDevices,
  answerRemoveDevice,
  answerStartSocial,
  answerFinishSocial,
  answerStartFarcaster,
  answerWaitForFarcaster,
  answerJoinLogin,
  answerStartEmailChange,
  answerCheckPrimaryOtp,
  answerCheckSecondaryOtp,
  answerStartDeletion,
  answerConfirmDeletion,
  answerListAudit,
  answerNoteExport,
  answerPutGrant,
  answerListGrants,
  answerEndGrant,
  answerGetPrice,
]
