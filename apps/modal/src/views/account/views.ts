/** The views of an account apart from the first one, which are loaded together. */

export { Networks } from '../Networks.tsx'
export { ProfileWallets } from '../profile/ProfileWallets.tsx'
export { SwitchActiveChain } from '../SwitchActiveChain.tsx'
export { SwitchNetwork } from '../SwitchNetwork.tsx'
export { UnsupportedChain } from '../UnsupportedChain.tsx'
export { UpdateEmailWallet } from '../UpdateEmailWallet.tsx'
export { AccountSettings } from './AccountSettings.tsx'
export { MoveFunds } from './MoveFunds.tsx'
export { Permissions } from './Permissions.tsx'
export { Token } from './Token.tsx'
export { UpgradeToSmartAccount } from './UpgradeToSmartAccount.tsx'
export { WalletReceive } from './WalletReceive.tsx'
