/** All that the wallet document and the vault share: the vault's methods, how the two connect, and the client. */
export { type Appearance, appearance } from './appearance.ts'
export {
  configName,
  failure,
  offer,
  type ScreenNotice,
  screenNotice,
  vaultPath,
  type WorkerLife,
} from './boundary.ts'
export { type ConnectVaultInput, connectVault, vaultTimeouts } from './client/connectVault.ts'
export { createVaultStage, type VaultScreen, type VaultStage } from './client/createVaultStage.ts'
export { type VaultReply, vaultReply } from './reply.ts'
export {
  deviceWallet,
  type EvmSignable,
  type SentUpload,
  type Signable,
  type SolanaSignable,
  sentUpload,
  signable,
  type Vault,
  type VaultConfig,
  type VaultMethod,
  type VaultStatus,
  vaultConfig,
  vaultMethods,
  vaultStatus,
  type WalletChange,
  walletChange,
} from './vaultMethods.ts'
