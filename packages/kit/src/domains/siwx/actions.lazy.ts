/** The sign-in code that the kit loads when it is first needed. */
export { checkSignIn } from './checkSignIn.ts'
export { signIn } from './signIn.ts'
export { signOut } from './signOut.ts'
export { watchSiwx } from './watchSiwx.ts'
