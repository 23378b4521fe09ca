import { connectDevice } from './connectDevice.ts'
import { connectEmail } from './connectEmail.ts'
import { connectFarcaster } from './connectFarcaster.ts'
import { connectOtp } from './connectOtp.ts'
import { connectSocial } from './connectSocial.ts'
import { connectWindow } from './connectWindow.ts'
import { getChainId } from './getChainId.ts'
import { getFarcasterUri } from './getFarcasterUri.ts'
import { getSocialRedirectUri } from './getSocialRedirectUri.ts'
import { getUser } from './getUser.ts'
import { isConnected } from './isConnected.ts'
import { openSettings } from './openSettings.ts'
import { reload } from './reload.ts'
import { resume } from './resume.ts'
import { rpcAbort } from './rpcAbort.ts'
import { rpcRequest } from './rpcRequest.ts'
import { signOut } from './signOut.ts'
import {
  getSmartAccountEnabledNetworks,
  initSmartAccount,
  setPreferredAccount,
} from './smartAccounts.ts'
import { switchNetwork } from './switchNetwork.ts'
import { syncDappData } from './syncDappData.ts'
import { syncTheme } from './syncTheme.ts'
import { updateEmail } from './updateEmail.ts'
import { updateEmailPrimaryOtp } from './updateEmailPrimaryOtp.ts'
import { updateEmailSecondaryOtp } from './updateEmailSecondaryOtp.ts'

/** All requests that the frame answers. */
export const answers = [
  connectEmail,
  connectOtp,
  connectDevice,
  getUser,
  isConnected,
  signOut,
  getChainId,
  switchNetwork,
  rpcRequest,
  rpcAbort,
  syncTheme,
  syncDappData,
  openSettings,
  connectWindow,
  resume,
  getSocialRedirectUri,
  connectSocial,
  getFarcasterUri,
  connectFarcaster,
  getSmartAccountEnabledNetworks,
  initSmartAccount,
  setPreferredAccount,
  reload,
  updateEmail,
  updateEmailPrimaryOtp,
  updateEmailSecondaryOtp,
] as const
