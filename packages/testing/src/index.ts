export type { BitcoinNetwork } from './bitcoin/bitcoinKeys.ts'
export { type BitcoinWallet, type BitcoinWalletOptions, createBitcoinWallet } from './bitcoin/createBitcoinWallet.ts'
export { createEvmWallet, type EvmChain, type EvmWallet, type EvmWalletOptions } from './evm/createEvmWallet.ts'
export type { Face } from './page/faces.ts'
export { malformedProvider as announceRubbish } from './page/malformedProvider.ts'
export { showWallet } from './page/showWallet.ts'
export { type Act, type Script, type ScriptOptions, scripts } from './script.ts'
export {
  createSolanaWallet,
  type SolanaChain,
  type SolanaWallet,
  type SolanaWalletOptions,
} from './solana/createSolanaWallet.ts'
export type { PageWallet, Reply, SeenRequest, TestWallet, WalletEvent } from './TestWallet.ts'
