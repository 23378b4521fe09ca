// Code that buttons load when a wallet is connected, in one request. Nothing here may use React's
// hooks: a bundler would cut React itself out of the page, into a request of its own.
export { applyTexts } from '../i18n/applyTexts.ts'
export { drawings } from './drawings.tsx'
export { followAccount } from './followAccount.ts'
