import { injectedBitcoinProvider } from '../bitcoin/injectedBitcoinProvider.ts'
import { injectedEvmProvider } from '../evm/injectedEvmProvider.ts'
import { injectedSolanaProvider } from '../solana/injectedSolanaProvider.ts'

/** How each kind of wallet makes itself known in a page. */
export const faces = {
  evm: injectedEvmProvider,
  solana: injectedSolanaProvider,
  bitcoin: injectedBitcoinProvider,
} as const

/** What a wallet tells its half in the page. */
export type Face = Parameters<(typeof faces)[keyof typeof faces]>[0]['face']

/** Has a wallet's half appear in this page, under the channel that calls and events go through. */
export const announceProvider = (face: Face, channel: string): void => {
  const show = faces[face.kind] as (input: { face: Face; channel: string }) => void
  show({ face, channel })
}
