export { readAccount, type SiwxAccount } from './account.ts'
export { assessSignIn, type SignInFault } from './assessSignIn.ts'
export { readSignInMessage, type SignInMessage } from './readSignInMessage.ts'
export { type SignedBy, verifyByKey } from './verifyByKey.ts'
