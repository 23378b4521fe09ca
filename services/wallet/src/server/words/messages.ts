import { defineMessages } from '@latchkey/words/messages'

/** The English texts of mails and of the pages behind their links. Times are UTC. */
export const messages = defineMessages('server', {
  moment: '{day}, {clock} UTC',
  fact: '{name}: {value}',
  site: 'Site',
  with: 'With',
  browser: 'Browser',
  saysItself: '{browser}, as it says of itself',
  place: 'Place',
  time: 'Time',
  removed: 'Removed',
  by: 'By',
  byAt: '{browser}, at {site}',
  added: 'Added',
  newAddress: 'New address',

  never:
    'Nobody will ever ask you for this code, by phone, mail or chat. Enter it only where you asked for it.',
  ignore: 'If you did not ask for it, ignore this mail.',
  stolen:
    'If you did not ask for it, somebody uses your wallet on that browser: remove the device in the settings of your wallet, and give this code to nobody.',

  code: 'Your code is {code}',
  codeText: 'It logs you in at {site}, and is valid for {minutes} minutes.',
  codeGives:
    'Whoever has this code opens the wallet of this address on the browser above, or makes it there if there is none yet.',
  codePage:
    'You enter the code in a page of {site}, which could use it on another device. Enter it only if you trust that site, and if the browser above is yours.',
  codeWindow:
    'Enter the code only in the wallet’s own window, whose address begins with {wallet}, and only if the browser above is yours.',
  madeTitle: 'Your wallet is ready',
  madeText:
    'If you lose this browser, log in on another one as you did here: the vault of {operator} then brings your wallet back. With it {operator} could open your wallet itself.',
  madeMore: 'Under “Recovery” in the settings of your wallet you can add other ways.',
  deviceSubject: 'Is this you? A new device wants to log in',
  deviceTitle: 'A new device wants to log in to your wallet',
  deviceText: 'Open this link to approve or to refuse it. It is valid for {minutes} minutes.',
  deviceButton: 'Approve or refuse',
  vaultSubject: 'Your wallet is about to be recovered',
  vaultTitle: 'A device wants to recover your wallet',
  vaultText: 'It will get your wallet at {time}. If this is you, there is nothing to do.',
  vaultRefuse: 'If this is not you, refuse it now:',
  vaultButton: 'This is not me',
  recoveredTitle: 'Your wallet was recovered on a device',
  recoveredText: 'If this is not you, move what your wallet holds to another wallet at once.',
  recoverySetTitle: 'The recovery of your wallet was changed',
  recoveryNew: 'New',
  password: 'Recovery password',
  passkey: 'Passkey',
  vaultOf: 'The vault of {operator}',
  recoverySetText:
    'What was set up before in the same way brings the wallet back no more. If this is not you, somebody uses your wallet on that browser: move what it holds to another wallet at once.',
  removedTitle: 'A device was removed from your wallet',
  removedText:
    'If this is not you, somebody can log in to your wallet: change the password of your mail, and remove the device that you do not know.',
  joinedSubject: '{way} now opens your wallet',
  joinedTitle: 'A way in was added to your wallet',
  joinedText:
    'If this is not you, somebody can log in to your wallet: remove the devices that you do not know, and move what it holds to another wallet.',
  anAddress: 'An e-mail address',

  leaveSubject: 'Your code to change your address is {code}',
  leaveText:
    'It is to change the e-mail address of your wallet to {email}, and is valid for {minutes} minutes.',
  newSubject: 'Your code for a new address is {code}',
  newText:
    'It is to make this the e-mail address of a wallet at {site}, and is valid for {minutes} minutes.',
  changedSubject: 'The address of your wallet was changed',
  changedTitle: 'The e-mail address of your wallet was changed',
  changedNow: 'From now on this address does not open the wallet any more.',
  changedTold:
    'From now on the new address opens the wallet too, and what concerns the wallet is mailed there.',
  changedText:
    'If this is not you, move what your wallet holds to another wallet at once, on a browser on which it is still open.',
  deletionSubject: 'Your code to delete your wallet is {code}',
  deletionText: 'It is to delete your wallet here for ever, and is valid for {minutes} minutes.',
  deletedTitle: 'Your wallet was deleted',
  deletedText:
    'Nothing of it is stored here any more. Your recovery phrase, if you saved it, still opens your accounts in every other wallet.',

  linkOver: 'This link is over',
  linkOverText: 'It was used, or it is too old. If you want to log in, begin again at the site.',
  approve: 'Approve',
  refuse: 'It wasn’t me',
  askTitle: 'Is this you?',
  askText:
    'A new device wants to log in to your wallet. Approve it only if you are logging in there right now.',
  approved: 'Approved',
  approvedText: 'Go back to the site: the device is logged in. You can close this page.',
  refuseTitle: 'Refuse this device?',
  refuseText: 'It is signed out, and does not get your wallet.',
  refused: 'Refused',
  refusedText:
    'The device does not get into your wallet. If you see this again, somebody reads your mail: change its password.',
  loginOver: 'This login is over',
  loginOverText: 'It was used, or it took too long. Close this page, and begin again at the site.',
  loginFailed: 'You are not logged in',
  loginFailedText: 'The login was cancelled, or it failed.',
  loginDone: 'Almost done',
  loginDoneText: 'This window closes by itself. If it stays open, go back to the site.',
  loginCutOffText:
    'Your browser keeps this window apart from the site, so the login cannot end here. Go back to the site, and continue in its tab.',
  goBack: 'Go back to {site}',
  unbuilt: 'The wallet is not built',
  unbuiltText: 'Its page is missing: the operator has to build it.',
  unknownProject: 'Unknown project',
  unknownProjectText: 'This address needs the id of a project that the wallet’s operator knows.',
  window: '{operator} wallet',
})
