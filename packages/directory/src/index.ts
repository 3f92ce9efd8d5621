export type { DirectoryWallet } from './directoryWallet.ts'
export * from './findWallets.ts'
export * from './initialsImage.ts'
