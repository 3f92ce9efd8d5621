export { readAccount, type SiwxAccount } from './account.ts'
export { judgeSignIn, type SignInFault } from './judgeSignIn.ts'
export { readSignInMessage, type SignInMessage } from './readSignInMessage.ts'
export { type SignedBy, verifyByKey } from './verifyByKey.ts'
