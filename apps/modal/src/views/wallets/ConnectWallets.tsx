import { WalletChoice } from './WalletChoice.tsx'

/** A wallet to add to those that are connected, or instead of them. */
export function ConnectWallets() {
  return <WalletChoice />
}
