export { installRubbish } from './installRubbish.ts'
export { installWallet } from './installWallet.ts'
export { type LoginByEmailOptions, loginByEmail } from './loginByEmail.ts'
export { type WalletFixtures, walletTest } from './walletTest.ts'
