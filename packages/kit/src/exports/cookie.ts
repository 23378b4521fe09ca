export { cookieStorage } from '../core/cookieStorage.ts'
export { readCookie } from '../core/readCookie.ts'
export type { LastAccount } from '../core/session.ts'
export type { RawStorage } from '../core/storage.ts'
