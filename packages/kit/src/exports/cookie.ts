export { cookieStorage } from '../core/storage/cookieStorage.ts'
export { readCookie } from '../core/storage/readCookie.ts'
export type { LastAccount } from '../core/accounts/session.ts'
export type { RawStorage } from '../core/storage/storage.ts'
