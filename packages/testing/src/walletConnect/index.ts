export type { Members } from './answerCalls.ts'
export {
  createWalletConnectWallet,
  type WalletConnectWallet,
  type WalletConnectWalletOptions,
} from './createWalletConnectWallet.ts'
